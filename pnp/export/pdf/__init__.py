"""PDF: documents, drawing operators, fonts and their subsets, images; the only package that knows ReportLab."""
