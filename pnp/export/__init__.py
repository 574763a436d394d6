"""The print wing, impure: Frames and Sheets in, files out. The only room that knows an output format."""
