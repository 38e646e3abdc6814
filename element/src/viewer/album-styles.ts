/** The buttons lie on the picture, beside the link: a link must not contain buttons. A carousel scrolls by swipes. */
export const albumStyles = `
li{position:relative}
.album{position:absolute;inset:0 0 auto;display:flex;align-items:center;aspect-ratio:var(--_ratio,var(--photo-feed-ratio,1));pointer-events:none}
[part=album-button]{display:grid;place-items:center;width:32px;height:32px;margin:6px;border:0;border-radius:50%;background:rgb(255 255 255/.92);box-shadow:0 1px 6px rgb(0 0 0/.3);color:#111;pointer-events:auto;forced-color-adjust:none}
[part=album-button]{position:relative}
[part=album-button]::after{position:absolute;inset:-6px;content:""}
[part=album-button]:last-child{margin-inline-start:auto}
[part=album-button]:focus-visible{outline-color:#111;outline-offset:-4px}
[part=album-button]::before{width:8px;height:8px;border:solid;border-width:2px 0 0 2px;rotate:-45deg;translate:1.6px;content:""}
[part=album-button]:last-child::before,:host(:dir(rtl)) [part=album-button]:first-child::before{rotate:135deg;translate:-1.6px}
:host(:dir(rtl)) [part=album-button]:last-child::before{rotate:-45deg;translate:1.6px}
@media print{.album{display:none}}
@media (hover:hover){li:not(:hover,:focus-within)>.album{display:none}}
:host(:not([layout=carousel])) [part=frame]:has(.stack){touch-action:pan-y pinch-zoom}
:host([layout=list]) .album{top:50%;width:clamp(96px,34%,224px);translate:0 -50%}
`
