"""PDF: documents, drawing operators, fonts and their subsets, images; the only room that knows ReportLab."""
