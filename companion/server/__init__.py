"""The web: pages for phones, kiosk and virtual board, the HTTP surface, and the server beneath them."""
