"""The hosted table as people meet it: phones and the big screen in a real Chromium or Chrome, tapped and read."""
