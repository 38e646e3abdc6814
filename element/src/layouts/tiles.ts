/** Square pictures close together, without text; narrow elements have as many columns as wide ones. */
export const styles = `
:host{--_gap:var(--photo-feed-gap,4px);--_min:0px}
[part=frame]{border-radius:var(--photo-feed-radius,2px)}
ul{display:grid;gap:var(--_gap);grid-template-columns:repeat(var(--_columns),minmax(0,1fr))}
[part=mark]{top:6.4px;inset-inline-end:6.4px;height:24px;padding-inline:7.2px;font-size:.75em}
`
