// warm-up
