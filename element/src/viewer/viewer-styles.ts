/** The space between two slides in pixels. */
export const slideGap = 16

/**
 * The styles of the viewer, in a shadow root of its own. On a phone the text is a sheet that scrolls over the picture, in a
 * wide window it is a panel beside it. Private properties begin with an underscore.
 */
export const viewerStyles = `
:host{all:initial;font:inherit;font-size:max(1em,16px)}
*{box-sizing:border-box;margin:0}
dialog{--_ground:var(--photo-feed-viewer-ground,#0c0d0f);--_panel:var(--photo-feed-viewer-panel,#191a1d);--_text:var(--photo-feed-viewer-text,#f3f3f1);
--_quiet:color-mix(in srgb,var(--_text) 68%,transparent);--_line:color-mix(in srgb,var(--_text) 16%,transparent);
--_stage:max(55svh,min(125vw + 16px,100svh - 160px));--_edge:max(12px,env(safe-area-inset-right));
width:100%;max-width:none;height:100dvh;max-height:none;padding:0;border:0;overflow:hidden auto;overscroll-behavior:contain;background:var(--_ground);color:var(--_text);line-height:1.5;text-align:start;color-scheme:dark}
dialog:focus{outline:0}
::backdrop{background:none}
#status{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
#stage{position:sticky;top:0;height:var(--_stage);padding-bottom:16px}
#track{display:flex;gap:${slideGap}px;height:100%;overflow:auto hidden;overscroll-behavior:contain;scroll-snap-type:x mandatory;scrollbar-width:none}
.slide{position:relative;display:grid;flex:0 0 100%;min-width:0;height:100%;place-items:center;overflow:hidden;scroll-snap-align:start;scroll-snap-stop:always}
#track[data-enlarged]{overflow:hidden}
.slide{touch-action:pan-x pan-y}
[data-enlarged]>.slide{touch-action:none}
[data-enlarged]>.slide>img{cursor:grab}
img{display:block;max-width:100%;max-height:100%;width:auto;height:auto;min-height:0}
video{width:100%;height:100%;min-height:0;object-fit:contain}
[part=missing]{display:grid;width:min(60%,288px);aspect-ratio:1;place-items:center;border-radius:12px;background:var(--_line)}
[part=missing]::before{width:34%;aspect-ratio:4/3;background:var(--_quiet);clip-path:polygon(0 100%,34% 30%,54% 66%,72% 44%,100% 100%);content:""}
button{display:grid;width:44px;height:44px;padding:0;place-items:center;border:1px solid transparent;border-radius:50%;background:color-mix(in srgb,var(--_ground) 62%,transparent);color:inherit;cursor:pointer}
button:hover{background:color-mix(in srgb,var(--_text) 18%,var(--_ground))}
button::before{width:11.2px;height:11.2px;border:solid currentColor;border-width:2px 2px 0 0;content:""}
[name^=next]::before,[dir=rtl] [name^=previous]::before{translate:-2.4px;rotate:45deg}
[name^=previous]::before,[dir=rtl] [name^=next]::before{translate:2.4px;rotate:-135deg}
[name$=Post]{display:flex;gap:10px;align-items:center;width:auto;padding-inline:16px;border-radius:22px;font:inherit;font-size:.875em}
[name=nextPost]{flex-direction:row-reverse;margin-inline-start:auto}
[aria-disabled=true]{opacity:.35;cursor:default}
#stage>[aria-disabled=true]{visibility:hidden}
#stage>button{position:absolute;top:50%;translate:0 -50%}
[name=previous]{inset-inline-start:var(--_edge)}
[name=next]{inset-inline-end:var(--_edge)}
[name=close]{position:fixed;top:max(12px,env(safe-area-inset-top));inset-inline-end:var(--_edge);z-index:2}
[name=close]::before,[name=close]::after{grid-area:1/1;width:18.4px;height:2px;border:0;background:currentColor;rotate:45deg;content:""}
[name=close]::after{rotate:-45deg}
#dots{align-items:center;position:absolute;inset:auto 0 28px;display:flex;gap:6px;width:fit-content;margin-inline:auto;padding:6px 8px;border-radius:16px;background:color-mix(in srgb,var(--_ground) 62%,transparent);pointer-events:none}
#dots:empty{display:none}
#dots>i{width:6px;height:6px;border-radius:50%;background:var(--_text);opacity:.45}
[part=viewer-position]{margin-inline-start:4px;font-size:.8125em;line-height:1;font-variant-numeric:tabular-nums}
:has(>.slide:not([inert])>video)~#dots{bottom:88px}
#dots>.current{opacity:1}
#panel{position:relative;display:flex;flex-direction:column;gap:16px;min-height:calc(100dvh - var(--_stage) + 16px);margin-top:-16px;padding:20px 20px 0;border-radius:16px 16px 0 0;background:var(--_panel)}
#author{display:flex;gap:12px;align-items:center;padding-inline-end:48px}
[part=viewer-avatar]{display:grid;flex:none;width:32px;height:32px;place-items:center;border-radius:50%;background:var(--_line);object-fit:cover}
[part=viewer-username]{display:block;padding:0;font-weight:600;text-decoration:none;overflow-wrap:anywhere}
#text{flex:1}
time{color:var(--_quiet);font-size:.875em}
[part=viewer-caption]{margin-top:6px;white-space:pre-line;overflow-wrap:anywhere}
[part=viewer-counts]{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:12px;color:var(--_quiet);font-size:.875em;font-variant-numeric:tabular-nums}
#bar{display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding-block:8px max(8px,env(safe-area-inset-bottom));border-block-start:1px solid var(--_line);background:var(--_panel)}
#bar>button{background:none}
#bar>button:hover{background:var(--_line)}
#link{flex:1 0 100%}
a{display:inline-block;padding-block:8px;line-height:1.3;color:inherit;text-underline-offset:.25em}
:focus-visible{outline:2px solid var(--_text);outline-offset:2px}
#track:focus-visible{outline-offset:-4px}
@media (min-width:768px),(min-width:576px) and (max-height:480px){
dialog[open]{display:grid;grid-template:100%/minmax(0,1fr) clamp(272px,28vw,384px);overflow:hidden}
#stage{position:relative;height:auto;padding:0}
#dots{bottom:16px}
#panel{min-height:0;margin:0;padding:20px 24px 0;overflow:hidden auto;overscroll-behavior:contain;border-radius:0}
[part=viewer-caption]{margin-top:20px}
[name=close]{background:var(--_panel)}
}
@media (min-height:480px){#bar{position:sticky;bottom:0}}
@media (prefers-reduced-motion:no-preference){
dialog{animation:appear .2s ease-out}
.slide>img{transition:opacity .2s}
.slide>img:not([data-ready]){opacity:0}
.slide:has(img:not([data-ready]))::before{position:absolute;width:28px;height:28px;border:2px solid var(--_line);border-block-start-color:var(--_text);border-radius:50%;animation:appear .3s .4s backwards,turn 1s linear infinite;content:""}
@keyframes appear{from{opacity:0}}
@keyframes turn{to{rotate:1turn}}
}
@media (forced-colors:active){
button,#panel,#dots{border:1px solid}
[name]::after,[name=close]::before,#dots>i{background:CanvasText;forced-color-adjust:none}
}
@media print{dialog[open]{display:none}}
`
