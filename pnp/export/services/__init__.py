"""What card printers want: sizes, numbers of cards, folders, words for the README."""
