"""The hosted table, tried from outside: a real server on this machine, and a client of Python."""
