/**
 * The styles of the shadow root in every layout; `layouts` has the others. Every color derives from the inherited one,
 * so that the feed follows the page into light and dark. Private properties begin with an underscore.
 */
export const styles = `
:host{display:flow-root;text-align:start;text-indent:0;letter-spacing:normal;white-space:normal;--_columns:3;--_min:var(--photo-feed-min-column,144px);--_gap:var(--photo-feed-gap,16px);--_radius:var(--photo-feed-radius,8px);
--_tile:var(--photo-feed-tile,color-mix(in srgb,currentColor 10%,transparent));
--_accent:var(--photo-feed-accent,currentColor);--_quiet:color-mix(in srgb,currentColor 72%,transparent)}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box;margin:0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
ul{padding:0;list-style:none}
ul:empty{display:none}
li{min-width:0}
a{display:block;color:inherit;text-decoration:none}
[part=frame]{display:block;position:relative;aspect-ratio:var(--photo-feed-ratio,1);overflow:hidden;border-radius:var(--_radius);background:var(--_tile)}
img,video,[part=missing],[part=play]{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
video{background:#000;object-fit:contain}
[part=missing]{display:grid;place-items:center}
[part=missing]::before{width:34%;aspect-ratio:4/3;background:var(--_quiet);opacity:.4;clip-path:polygon(0 100%,34% 30%,54% 66%,72% 44%,100% 100%);content:""}
[part=play]>[part=missing]::before{content:none}
button{border:1px solid var(--_quiet);border-radius:var(--_radius);background:none;color:inherit;font:inherit;cursor:pointer}
[part=play]{padding:0;border:0;border-radius:inherit}
.triangle::before{width:.85em;height:1em;background:#fff;clip-path:polygon(0 0,100% 50%,0 100%);content:""}
.stack::before{width:.7em;height:.7em;border-radius:.15em;background:#fff;box-shadow:.2em -.2em 0 -.04em rgb(255 255 255/.55);content:""}
[part=play]>.triangle{position:absolute;inset:0;display:grid;width:clamp(32px,26%,52px);aspect-ratio:1;margin:auto;place-items:center;border-radius:50%;background:rgb(0 0 0/.6)}
[part=play]>.triangle::before{width:34%;height:40%;margin-left:10%}
[part=mark]{position:absolute;top:9.6px;inset-inline-end:9.6px;display:flex;gap:.45em;align-items:center;height:28px;padding-inline:9.6px;border-radius:16px;background:rgb(0 0 0/.65);color:#fff;font-size:.8125em;font-variant-numeric:tabular-nums}
[part=mark],[part=play]>.triangle,[part=missing]::before{forced-color-adjust:none;print-color-adjust:exact}
[part=text]{display:block;margin-top:.6em;font-size:.9375em;line-height:1.4}
[part=date]{display:block;color:var(--_quiet);font-size:.85em}
[part=caption]{text-align:-webkit-match-parent;text-align:match-parent;display:-webkit-box;overflow:hidden;overflow-wrap:anywhere;-webkit-box-orient:vertical;-webkit-line-clamp:2}
a:hover [part=caption]{text-decoration:underline}
time{unicode-bidi:isolate}
#end:not(:empty){padding-block:24px;text-align:center}
[part=button]{min-height:44px;padding:.5em 1.5em}
[part=button]:hover{background:var(--_tile)}
[part=button][aria-disabled]{background:none;color:var(--_quiet);cursor:default}
[part=message]{max-width:512px;margin-inline:auto;padding:16px;line-height:1.5}
[part=message]>[part=button]{margin-top:8px;border-color:transparent;text-decoration:underline;text-underline-offset:.25em}
#owner ::slotted(*){margin-block:0!important}
#top{position:relative}
#top>#owner{position:absolute;inset:0 0 auto;z-index:1}
:focus-visible,[part=frame]:has(:focus-visible){outline:2px solid var(--_accent);outline-offset:3px}
a:focus-visible{border-radius:var(--_radius)}
[part=play]:focus-visible{outline:0}
:host(:not(:defined)) :is([name=load],[name=consent]),.invisible{visibility:hidden}
[aria-hidden]>[part=text]::before{display:block;width:60%;height:.9em;border-radius:.25em;background:var(--_tile);box-shadow:0 1.5em var(--_tile);content:""}
@media (forced-colors:active){:host{--_quiet:CanvasText}}
@media print{li{break-inside:avoid}[name=load]{display:none}}
@media (prefers-reduced-motion:no-preference){
img,.triangle{transition:scale .25s ease-out}
a:hover img{scale:1.03}
[part=play]:hover .triangle{scale:1.08}
[aria-hidden]>*{animation:breathe 1.4s ease-in-out infinite alternate}
@keyframes breathe{to{opacity:.5}}
}
`
