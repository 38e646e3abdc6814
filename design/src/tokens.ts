/** Each color in a light and in a dark page. */
type Color = readonly [light: string, dark: string]

/** The colors of every page. Their contrast is tested: text has 4.5:1 on each ground, edges of controls have 3:1. */
export const colors = {
  /** The ground of a page. */
  paper: ['#f6f6f9', '#101015'],
  /** Cards, menus and dialogs. */
  raised: ['#ffffff', '#1a1a21'],
  /** Code and fields, deeper than the ground. */
  sunken: ['#ededf3', '#0b0b0f'],
  ink: ['#17171f', '#eeeef3'],
  quiet: ['#5a5a6b', '#a6a6b5'],
  line: ['#e0e0e9', '#2f2f3a'],
  /** The edges of fields and buttons. */
  edge: ['#85859a', '#70708a'],
  accent: ['#4038cf', '#aba8ff'],
  onAccent: ['#ffffff', '#15133d'],
  tint: ['#ecebfc', '#26244a'],
  good: ['#136b41', '#7fd6a5'],
  goodTint: ['#e2f4ea', '#12301f'],
  caution: ['#7d4e00', '#eebb62'],
  cautionTint: ['#fdf0d9', '#35270d'],
  bad: ['#b0231d', '#ff9f95'],
  badTint: ['#fdeae8', '#3f1a18'],
  /** The dot of the logo. */
  spot: ['#f2573d', '#ff7a61'],
} as const satisfies Record<string, Color>

export type ColorName = keyof typeof colors

/** Sizes, fonts, shadows and motion, by the name of their custom property. */
export const measures = {
  font: '"Inter Variable", system-ui, sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
  'text-small': '0.8125rem',
  'text-note': '0.875rem',
  'text-body': '1rem',
  'text-lead': '1.125rem',
  'text-title': '1.375rem',
  'text-page': '1.75rem',
  'text-display': 'clamp(2rem, 5vw, 3rem)',
  'radius-small': '0.375rem',
  radius: '0.625rem',
  'radius-large': '1rem',
  'radius-round': '100rem',
  shadow: '0 1px 2px rgb(15 15 40 / 0.06), 0 4px 16px rgb(15 15 40 / 0.06)',
  'shadow-high': '0 2px 6px rgb(15 15 40 / 0.1), 0 16px 48px rgb(15 15 40 / 0.16)',
  /** Behind text on a picture. */
  scrim: 'rgb(0 0 0 / 0.75)',
  quick: '120ms ease-out',
  calm: '240ms ease-out',
} as const

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** All tokens as declarations of custom properties. */
export const declarations: string = [
  ...Object.entries(colors).map(
    ([name, [light, dark]]) => `--${kebab(name)}: light-dark(${light}, ${dark});`,
  ),
  ...Object.entries(measures).map(([name, value]) => `--${name}: ${value};`),
].join('\n  ')

/** The style sheet of all tokens. */
export const tokensCss: string = `:root {
  color-scheme: light dark;
  ${declarations}
}
`
