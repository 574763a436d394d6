"""PNG files of faces, rasterised from the PDF."""
