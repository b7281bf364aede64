"""What is known of the tiles of one suit, and of sets together: builders, files and their loader."""
