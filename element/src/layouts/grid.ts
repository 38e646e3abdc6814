/** As many equal columns as fit, at most `--_columns`. */
export const columnRule =
  'grid-template-columns:repeat(auto-fill,minmax(max(min(100%,var(--_min)),(100% - (var(--_columns) - 1)*var(--_gap))/var(--_columns)),1fr))'

/** Rows of equal cards, with their text below: 4.2em are a date and two lines, as in the carousel. */
export const styles = `
ul{display:grid;gap:calc(var(--_gap)*1.25) var(--_gap);${columnRule}}
[part=text]{min-height:4.2em}
`
