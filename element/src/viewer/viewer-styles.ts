/** The space between two slides in pixels. */
export const slideGap = 16

/**
 * The styles of the viewer, in a shadow root of its own. On a phone the text is a sheet that scrolls over the picture, in a
 * wide window it is a panel beside it. Private properties begin with an underscore.
 */
export const viewerStyles = `
:host{all:initial;font:inherit;font-size:1rem}
*{box-sizing:border-box;margin:0}
dialog{--_ground:var(--photo-feed-viewer-ground,#0c0d0f);--_panel:var(--photo-feed-viewer-panel,#191a1d);--_text:var(--photo-feed-viewer-text,#f3f3f1);
--_quiet:color-mix(in srgb,var(--_text) 68%,transparent);--_line:color-mix(in srgb,var(--_text) 16%,transparent);
--_stage:max(55svh,min(125vw + 1rem,100svh - 10rem));--_edge:max(.75rem,env(safe-area-inset-right));
width:100%;max-width:none;height:100dvh;max-height:none;padding:0;border:0;overflow:hidden auto;overscroll-behavior:contain;background:var(--_ground);color:var(--_text);line-height:1.5;text-align:start;color-scheme:dark}
dialog:focus{outline:0}
::backdrop{background:none}
#status{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
#stage{position:sticky;top:0;height:var(--_stage);padding-bottom:1rem}
#track{display:flex;gap:${slideGap}px;height:100%;overflow:auto hidden;overscroll-behavior:contain;scroll-snap-type:x mandatory;scrollbar-width:none}
.slide{position:relative;display:grid;flex:0 0 100%;min-width:0;height:100%;place-items:center;overflow:hidden;scroll-snap-align:start;scroll-snap-stop:always}
#track[data-enlarged]{overflow:hidden}
.slide{touch-action:pan-x pan-y}
[data-enlarged]>.slide{touch-action:none}
[data-enlarged]>.slide>img{cursor:grab}
img{display:block;max-width:100%;max-height:100%;width:auto;height:auto;min-height:0}
video{width:100%;height:100%;min-height:0;object-fit:contain}
.missing{display:grid;width:min(60%,18rem);aspect-ratio:1;place-items:center;border-radius:.75rem;background:var(--_line)}
.missing::before{width:34%;aspect-ratio:4/3;background:var(--_quiet);clip-path:polygon(0 100%,34% 30%,54% 66%,72% 44%,100% 100%);content:""}
button{display:grid;width:2.75rem;height:2.75rem;padding:0;place-items:center;border:1px solid transparent;border-radius:50%;background:color-mix(in srgb,var(--_ground) 62%,transparent);color:inherit;cursor:pointer}
button:hover{background:color-mix(in srgb,var(--_text) 18%,var(--_ground))}
button::before{width:.7rem;height:.7rem;border:solid currentColor;border-width:2px 2px 0 0;content:""}
[name^=next]::before,[dir=rtl] [name^=previous]::before{translate:-.15rem;rotate:45deg}
[name^=previous]::before,[dir=rtl] [name^=next]::before{translate:.15rem;rotate:-135deg}
[name$=Post]{grid-auto-flow:column;gap:.125rem;place-content:center}
[name$=Post]::after{width:2px;height:1rem;background:currentColor;content:""}
[name=previousPost]::after{order:-1}
[aria-disabled=true]{opacity:.35;cursor:default}
#stage>[aria-disabled=true]{visibility:hidden}
#stage>button{position:absolute;top:50%;translate:0 -50%}
[name=previous]{inset-inline-start:var(--_edge)}
[name=next]{inset-inline-end:var(--_edge)}
[name=close]{position:fixed;top:max(.75rem,env(safe-area-inset-top));inset-inline-end:var(--_edge);z-index:2}
[name=close]::before,[name=close]::after{grid-area:1/1;width:1.15rem;height:2px;border:0;background:currentColor;rotate:45deg;content:""}
[name=close]::after{rotate:-45deg}
#dots{position:absolute;inset:auto 0 1.75rem;display:flex;gap:.375rem;width:fit-content;margin-inline:auto;padding:.375rem .5rem;border-radius:1rem;background:color-mix(in srgb,var(--_ground) 62%,transparent);pointer-events:none}
#dots:empty{display:none}
#dots>*{width:.375rem;height:.375rem;border-radius:50%;background:var(--_text);opacity:.45}
:has(>.slide:not([inert])>video)~#dots{bottom:5.5rem}
#dots>.current{opacity:1}
#panel{position:relative;display:flex;flex-direction:column;gap:1rem;min-height:calc(100dvh - var(--_stage) + 1rem);margin-top:-1rem;padding:1.25rem 1.25rem 0;border-radius:1rem 1rem 0 0;background:var(--_panel)}
#text{flex:1}
time{color:var(--_quiet);font-size:.875rem}
[part=viewer-caption]{margin-top:.375rem;white-space:pre-line;overflow-wrap:anywhere}
[part=viewer-counts]{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.75rem;color:var(--_quiet);font-size:.875rem;font-variant-numeric:tabular-nums}
#bar{display:flex;gap:.5rem;align-items:center;padding-block:.5rem max(.5rem,env(safe-area-inset-bottom));border-block-start:1px solid var(--_line);background:var(--_panel)}
#bar>button{background:none}
#bar>button:hover{background:var(--_line)}
#link{flex:1}
a{display:inline-block;padding-block:.5rem;line-height:1.3;color:inherit;text-underline-offset:.25em}
:focus-visible{outline:2px solid var(--_text);outline-offset:2px}
#track:focus-visible{outline-offset:-4px}
@media (min-width:48rem),(min-width:36rem) and (max-height:30rem){
dialog[open]{display:grid;grid-template:100%/minmax(0,1fr) clamp(17rem,28vw,24rem);overflow:hidden}
#stage{position:relative;height:auto;padding:0}
#dots{bottom:1rem}
#panel{min-height:0;margin:0;padding:1.25rem 1.5rem 0;overflow:hidden auto;overscroll-behavior:contain;border-radius:0}
time{display:block;padding-inline-end:3rem}
[part=viewer-caption]{margin-top:1.25rem}
[name=close]{background:var(--_panel)}
}
@media (min-height:30rem){#bar{position:sticky;bottom:0}}
@media (prefers-reduced-motion:no-preference){
dialog{animation:appear .2s ease-out}
img{transition:opacity .2s}
img:not([data-ready]){opacity:0}
.slide:has(img:not([data-ready]))::before{position:absolute;width:1.75rem;height:1.75rem;border:2px solid var(--_line);border-block-start-color:var(--_text);border-radius:50%;animation:appear .3s .4s backwards,turn 1s linear infinite;content:""}
@keyframes appear{from{opacity:0}}
@keyframes turn{to{rotate:1turn}}
}
@media (forced-colors:active){
button,#panel,#dots{border:1px solid}
[name]::after,[name=close]::before,#dots>*{background:CanvasText;forced-color-adjust:none}
}
@media print{dialog[open]{display:none}}
`
