"""Mathematics as a small tree, which text, LaTeX and the window's rich text are written from."""
