from tests.marks import examples as examples
