/** One post below the other, with its text beside the picture. */
export const styles = `
ul{display:grid;gap:var(--_gap)}
li{display:grid;grid-template-columns:minmax(0,clamp(96px,34%,224px)) minmax(0,1fr);column-gap:max(var(--_gap),12px);align-items:center}
li>a:first-child{display:grid;grid-column:1/-1;grid-template-columns:subgrid;align-items:center}
[part=text]{margin-top:0}
[part=caption]{margin-top:.3em;-webkit-line-clamp:4}
`
