import type { PhotoFeedProperties } from './generated/properties.ts'

/** Returns the styles of the parts that the options select, so that others are not sent. */
export function extraStyles(options: PhotoFeedProperties): string {
  const { theme, showProfile, captions, counts, layout, consent, ownerNotice } = options
  const isOnPicture = layout !== 'list' && (captions === 'over' || captions === 'hover')
  return [
    theme !== 'plain' && surfaceStyles,
    theme === 'card' && (layout === 'list' ? cardStyles + listCardStyles : cardStyles),
    theme === 'panel' && panelStyles,
    showProfile && headerStyles,
    ownerNotice && noticeStyles,
    consent === 'required' && consentStyles,
    counts && countStyles,
    counts && (layout === 'grid' || layout === 'carousel') && countRoom,
    isOnPicture && overStyles,
    isOnPicture && captions === 'hover' && hoverStyles,
  ]
    .filter(Boolean)
    .join('')
}

/** They derive from the color of the text, so that they suit any page, light or dark. */
const surfaceStyles = `
:host{--_surface:var(--photo-feed-surface,color-mix(in srgb,currentColor 4%,transparent));--_border:1px solid var(--photo-feed-border,color-mix(in srgb,currentColor 14%,transparent));--_shadow:var(--photo-feed-shadow,0 1px 2px rgb(0 0 0/.05),0 6px 20px rgb(0 0 0/.05))}
`

const cardStyles = `
li{overflow:hidden;border:var(--_border);border-radius:var(--_radius);background:var(--_surface);box-shadow:var(--_shadow)}
[part=frame]{border-radius:0}
[part=text]{box-sizing:content-box;margin:0;padding:13.6px 16px 16px}
ul :focus-visible,ul [part=frame]:has(:focus-visible){outline-offset:-3px}
`

const listCardStyles = `
li{column-gap:0;align-items:stretch}
li>a:first-child{align-items:stretch}
li>a:not(:first-child){align-self:center}
[part=frame]{aspect-ratio:auto}
[part=frame]::before{display:block;padding-top:100%;content:""}
[part=text]{align-content:center;padding:12px 16px}
`

const panelStyles = `
:host{padding:clamp(16px,4%,32px);border:var(--_border);border-radius:calc(var(--_radius) + 8px);background:var(--_surface);box-shadow:var(--_shadow)}
#end:not(:empty){padding-bottom:0}
`

const headerStyles = `
#header:not(:empty){container-type:inline-size;margin-bottom:24px}
[part=header]{display:grid;grid-template:"avatar name follow" auto "avatar stats follow" auto "bio bio bio" auto/auto minmax(0,1fr) auto;column-gap:16px;align-items:center;min-height:72px}
[part=avatar]{position:static;display:grid;grid-area:avatar;place-items:center;width:72px;height:72px;border-radius:50%;background:var(--_tile);font-size:1.5em}
[part=profile]{grid-area:name;align-self:end}
[part=name]{display:block;font-size:1.125em;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
[part=username],[part=stats]{display:block;color:var(--_quiet);font-size:.875em;line-height:1.5}
[part=name],[part=username],[part=bio]{text-align:-webkit-match-parent;text-align:match-parent}
[part=username]{overflow:hidden;unicode-bidi:isolate;text-overflow:ellipsis;white-space:nowrap}
[part=stats]{grid-area:stats;align-self:start}
[part=stats]>span{display:inline-block;margin-inline-end:1em}
[part=bio]{grid-area:bio;max-width:640px;margin-top:12px;font-size:.9375em;line-height:1.5;white-space:pre-line;overflow-wrap:anywhere}
[part=follow]{grid-area:follow;display:grid;min-height:44px;place-items:center;padding:.5em 1.25em;border:1px solid var(--_quiet);border-radius:var(--_radius);font-weight:600;line-height:1.5}
[part=follow]:hover{background:var(--_tile)}
[part=header]+[part=header]{margin-top:24px}
@container (max-width:448px){
[part=header]{grid-template-areas:"avatar name follow" "stats stats stats" "bio bio bio"}
[part=profile]{align-self:center}
[part=avatar]{width:56px;height:56px}
[part=stats]{margin-top:12px}
}
@container (max-width:336px){
[part=header]{grid-template:"avatar name" auto "stats stats" auto "bio bio" auto "follow follow" auto/auto minmax(0,1fr)}
[part=follow]{margin-top:12px;text-align:center}
}
@container (max-width:208px){
[part=header]{display:block}
[part=profile],[part=stats]{margin-top:8px}
}
@media print{[part=follow]{display:none}}
`

const noticeStyles = `
[part=notice]{margin-bottom:var(--_gap);padding:.75em 1em;border-inline-start:3px solid var(--_quiet);border-radius:4px;background:var(--_tile);font-size:.9375em;line-height:1.5}
`

const consentStyles = `
[part=consent]{display:flex;flex-wrap:wrap;gap:12px 24px;align-items:center;justify-content:space-between;margin-bottom:var(--_gap);padding:12px 16px;border-radius:var(--_radius);background:var(--_tile);font-size:.9375em;line-height:1.5}
[part=consent]>p{flex:1 1 256px}
`

/** The icons are shapes, because a policy may forbid pictures of other hosts, and fonts differ. */
const countStyles = `
[part=counts]{position:relative;display:flex;gap:1em;margin-top:.35em;color:var(--_quiet);font-size:.85em;font-variant-numeric:tabular-nums}
[part=counts]>span{display:inline-flex;gap:.4em;align-items:center}
.likes::before,.comments::before{width:16px;height:16px;background:var(--_quiet);forced-color-adjust:none;print-color-adjust:exact;content:""}
.likes::before{clip-path:path("M8 14 2.3 8.4A3.6 3.6 0 0 1 7.4 3.2L8 3.8 8.6 3.2A3.6 3.6 0 0 1 13.7 8.4Z")}
.comments::before{clip-path:path("M3 2.5H13A1.5 1.5 0 0 1 14.5 4V10A1.5 1.5 0 0 1 13 11.5H8L4.5 14.5V11.5H3A1.5 1.5 0 0 1 1.5 10V4A1.5 1.5 0 0 1 3 2.5Z")}
`

/** Room for the line of the numbers below the text of a grid or carousel, so that nothing moves when they arrive. */
const countRoom = '[part=text]{min-height:5.8em}'

const overStyles = `
li,a{position:relative}
[part=text]{position:absolute;inset:auto 0 0;min-height:0;margin:0;padding:48px 14.4px 12.8px;border-radius:0 0 var(--_radius) var(--_radius);background:linear-gradient(transparent,rgb(0 0 0/.45) 40%,rgb(0 0 0/.75));color:#fff;pointer-events:none;print-color-adjust:exact}
[part=text]:empty{display:none}
[part=text] *{color:inherit}
li>a:not(:first-child){position:absolute;inset:auto 0 0}
li>a:not(:first-child)>[part=text]{position:static;padding-top:24px;pointer-events:auto}
[aria-hidden]>[part=text]{display:none}
`

/** Without a pointer there is no hovering: a touch opens the post. */
const hoverStyles = `
[part=text]{opacity:0}
li:hover [part=text],li:focus-within [part=text]{opacity:1}
@media (hover:none){li:not(:focus-within) [part=text]{display:none}}
@media (prefers-reduced-motion:no-preference){[part=text]{transition:opacity .2s}}
`
