import { expect, test } from 'vitest'
import { type ColorName, colors } from './tokens.ts'

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds: ColorName[] = ['paper', 'raised', 'sunken']
const pairs: [text: ColorName, ground: ColorName, least: number][] = [
  ...grounds.flatMap((ground): [ColorName, ColorName, number][] => [
    ['ink', ground, 7],
    ['quiet', ground, 4.5],
    ['accent', ground, 4.5],
    ['good', ground, 4.5],
    ['caution', ground, 4.5],
    ['bad', ground, 4.5],
    ['edge', ground, 3],
  ]),
  ['onAccent', 'accent', 4.5],
  ['accent', 'tint', 4.5],
  ['ink', 'tint', 4.5],
  ['quiet', 'tint', 4.5],
  ['good', 'goodTint', 4.5],
  ['caution', 'cautionTint', 4.5],
  ['bad', 'badTint', 4.5],
  ['ink', 'goodTint', 4.5],
  ['ink', 'cautionTint', 4.5],
  ['ink', 'badTint', 4.5],
]

test.each(pairs)('%s on %s has a contrast of %s at least', (text, ground, least) => {
  for (const scheme of [0, 1] as const) {
    expect(contrast(colors[text][scheme], colors[ground][scheme])).toBeGreaterThanOrEqual(least)
  }
})
