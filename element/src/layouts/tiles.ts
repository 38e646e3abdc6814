/** Square pictures close together, without text; narrow elements have as many columns as wide ones. */
export const styles = `
:host{--_gap:var(--photo-feed-gap,.25rem);--_min:0px}
[part=frame]{border-radius:var(--photo-feed-radius,.125rem)}
ul{display:grid;gap:var(--_gap);grid-template-columns:repeat(var(--_columns),minmax(0,1fr))}
[part=mark]{top:.4rem;inset-inline-end:.4rem;height:1.5rem;padding-inline:.45rem;font-size:.75rem}
`
