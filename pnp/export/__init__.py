"""Printing, impure: Frames and Sheets in, files out. The only package that knows an output format."""
