/** Our pages' colours, light and dark. */
export const palette = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f3f1ec, #141311);
  --raised: light-dark(#fff, #1f1e1b);
  --ink: light-dark(#22211e, #ebe8e1);
  --quiet: light-dark(#5f5b53, #a8a296);
  --line: light-dark(#ddd8cd, #37342e);
  --accent: light-dark(#4a3d8f, #b9aef5);
  --on-accent: light-dark(#fff, #1a1533);
  --tint: light-dark(#efecfa, #2a2640);
  --good: light-dark(#1d6b3c, #8fd6a6);
  --good-tint: light-dark(#e6f4ea, #17301f);
  --bad: light-dark(#a12622, #ffa79f);
  --bad-tint: light-dark(#fcebe9, #3b1d1b);
}
`
