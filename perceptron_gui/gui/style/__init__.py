"""How everything looks: colours, sizes, fonts, symbols."""
