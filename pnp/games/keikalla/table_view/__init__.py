"""What people read: the table as a page of text, why a line does what it does, and its news."""
