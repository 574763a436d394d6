"""What people and programs see: the command line and the words a referee uses."""
