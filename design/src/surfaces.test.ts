import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const files = globSync(
  [
    'design/src/components/*.css',
    'server/browser/**/*.css',
    'mock-server/src/panel/*.css',
    'examples/gallery/src/*.css',
    'contract/src/reporters/html.ts',
  ],
  { cwd: root },
)
// The emulated platform is another company: its pages look like none of ours.
const platform = /authorize\.css$/
const ofPlatform = /\/\* The emulated platform is another company[^}]*\}/

/** What a surface must take from the tokens: colors, sizes of text, fonts and shadows. */
const own = [
  /#[\da-f]{3,8}\b(?=[^{]*;)/i,
  /\b(?:rgb|hsl|oklch)a?\(/,
  /font-size: (?!0;|var\(|inherit|[\d.]+em\b)/,
  /font: (?!(?:600 )?var\(|inherit|[\d.]*em\/[\d.]+ var\()/,
  /font-family: (?!var\(|inherit|"Inter Variable";)/,
  /box-shadow: (?!var\(|none|inset )/,
]

test('no surface has colors, sizes, fonts or shadows of its own', () => {
  expect(files.length).toBeGreaterThan(15)
  const found = files
    .filter((file) => !platform.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8').replace(ofPlatform, '')
      return text
        .split('\n')
        .filter((line) => own.some((pattern) => pattern.test(line)))
        .map((line) => `${file}: ${line.trim()}`)
    })
  expect(found).toEqual([])
})
