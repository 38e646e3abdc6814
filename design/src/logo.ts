import { colors } from './tokens.ts'

/** The color of a part of the logo, and its attributes in a square of 24. */
interface LogoShape {
  tag: 'rect' | 'circle'
  color: 'accent' | 'spot'
  attributes: Readonly<Record<string, number>>
}

const square = { width: 9, height: 9, rx: 2.5 }

/** Three pictures of a feed, and the lens that took them. */
export const logoShapes: readonly LogoShape[] = [
  { tag: 'rect', color: 'accent', attributes: { x: 1, y: 1, ...square } },
  { tag: 'circle', color: 'spot', attributes: { cx: 18.5, cy: 5.5, r: 4.5 } },
  { tag: 'rect', color: 'accent', attributes: { x: 1, y: 14, ...square } },
  { tag: 'rect', color: 'accent', attributes: { x: 14, y: 14, ...square, 'fill-opacity': 0.45 } },
]

function shapes(fill: (color: LogoShape['color']) => string): string {
  return logoShapes
    .map(({ tag, color, attributes }) => {
      const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${list.join('')} fill="${fill(color)}"/>`
    })
    .join('')
}

/** The logo in the colors of the page around it. */
export const logo: string = `<svg class="logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${shapes((color) => `var(--${color})`)}</svg>`

const rule = (scheme: 0 | 1) =>
  `:root{--accent:${colors.accent[scheme]};--spot:${colors.spot[scheme]}}`

/** The logo as a file, which follows the browser into light and dark. */
export const logoFile: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>photofeed</title><style>${rule(0)}@media(prefers-color-scheme:dark){${rule(1)}}</style>${shapes((color) => `var(--${color})`)}</svg>
`

/** For `<link rel="icon">`. */
export const favicon: string = `data:image/svg+xml,${encodeURIComponent(logoFile.trim())}`
