import type { FeedParts } from './types.ts'

/** One row that scrolls, also without a script. The buttons lie on its pictures. */
export const styles = `
:host{--_min:var(--photo-feed-min-column,208px)}
#stage{display:grid;--_slide:max(min(85%,var(--_min)),(100% - (var(--_columns) - 1)*var(--_gap))/var(--_columns))}
#stage>*{grid-area:1/1}
ul{display:grid;grid-auto-flow:column;grid-auto-columns:var(--_slide);gap:var(--_gap);min-width:0;overflow-x:auto;overscroll-behavior-x:contain;scroll-snap-type:x mandatory;scrollbar-width:none}
li{scroll-snap-align:start}
[part=text]{min-height:4.2em}
ul :focus-visible,ul [part=frame]:has(:focus-visible){outline-offset:-3px}
[part=previous],[part=next]{z-index:1;display:grid;align-self:start;place-items:center;width:44px;height:44px;margin:calc(var(--_slide)/(var(--photo-feed-ratio,1))/2 - 22px) 8px 0;border:0;border-radius:50%;background:rgb(255 255 255/.92);box-shadow:0 1px 6px rgb(0 0 0/.3);color:#111;forced-color-adjust:none}
[part=previous]{justify-self:start}
[part=next]{justify-self:end}
[part=previous]:hover,[part=next]:hover{background:#fff}
[part=previous]:focus-visible,[part=next]:focus-visible{outline-color:#111;outline-offset:-5px}
[part=previous]::before,[part=next]::before{width:9.6px;height:9.6px;border:solid;border-width:2px 0 0 2px;rotate:-45deg;translate:2.4px;content:""}
[part=next]::before{rotate:135deg;translate:-2.4px}
:host(:dir(rtl)) [part=previous]::before{rotate:135deg;translate:-2.4px}
:host(:dir(rtl)) [part=next]::before{rotate:-45deg;translate:2.4px}
@media print{[part=previous],[part=next]{display:none}ul{grid:auto/repeat(var(--_columns),1fr);overflow:visible}}
@media (prefers-reduced-motion:no-preference){ul{scroll-behavior:smooth}}
`

/** Hides the button of an end that is reached, and both where every post is visible. */
export function arrange({ list, previous, next }: FeedParts): void {
  // A script sees scrolled pixels, which are fractions on some displays.
  const slack = 2
  const scrolled = Math.abs(list.scrollLeft)
  const last = list.scrollWidth - list.clientWidth
  hide(previous, next, scrolled <= slack)
  hide(next, previous, scrolled >= last - slack)
}

/** Scrolls by the posts that are visible. */
export function press(button: HTMLButtonElement, { list, previous, next }: FeedParts): void {
  if (button !== previous && button !== next) return
  const isRtl = getComputedStyle(list).direction === 'rtl'
  const direction = (button === next ? 1 : -1) * (isRtl ? -1 : 1)
  list.scrollBy({ left: direction * list.clientWidth })
}

/** A hidden button cannot have the focus: the other one receives it. */
export function hide(button: HTMLButtonElement, other: HTMLButtonElement, isHidden: boolean): void {
  // Before it is hidden: without the focus in a card, both may be hidden.
  if (isHidden && button.matches(':focus')) other.focus()
  button.hidden = isHidden
}
