"""Paper and printers: stock, readings of a printer, calibration sheets, cut lines."""
