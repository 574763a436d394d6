"""The print wing, pure: templates and cards in, Frames and Sheets out. No file is opened and no output format is
known here.
"""
