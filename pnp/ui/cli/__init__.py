"""The command line: a file per group of commands, imported only when one of them is asked for."""
