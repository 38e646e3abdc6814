import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { options } from '../../options.ts'

const folder = new URL('../', import.meta.url).pathname
const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/generated/**'] })

/** Attributes that replace a custom property of the page. */
const replaced = options.flatMap(({ name, about }) => {
  const [, property] = /instead of `--photo-feed-([a-z-]+)`/.exec(about) ?? []
  return property === undefined ? [] : [[name, property] as const]
})

test.each(replaced)('every style reads the attribute %s where there is one', (_, property) => {
  const read = new RegExp(`.{0,40}var\\(--photo-feed-${property}\\b`, 'g')
  const found = files.flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(read)].map(([text]) => ({ file, text })),
  )
  expect(found.length).toBeGreaterThan(0)
  // The attribute sets the private property, so all others read that one.
  const around = found.filter(({ text }) => !text.includes(`--_${property}:var(`))
  expect(around, `"instead of" in its sentence says that each style reads --_${property}`).toEqual(
    [],
  )
})

test('what is pressed has at least 44 pixels', () => {
  const css = files.map((file) => readFileSync(`${folder}${file}`, 'utf8')).join('\n')
  // The buttons of an album are smaller: an area around them is pressed, too.
  const pressed = ['[part=previous],[part=next]', 'button', '[part=button]', '[part=follow]']
  const sizes = pressed.flatMap((selector) => {
    const [, rule = ''] = css.split(`\n${selector}{`)
    const [own = ''] = rule.split('}')
    return [...own.matchAll(/(?<![\w-])(?:min-)?(?:width|height):(\d+)px/g)].map(([, size]) => size)
  })
  expect(sizes).toEqual(['44', '44', '44', '44', '44', '44'])
})

test('sums in styles have spaces around + and -', () => {
  const wrong = files.flatMap((file) =>
    // No browser reads another rule, and none says so where a variable is in it.
    (readFileSync(`${folder}${file}`, 'utf8').match(/\b(calc|min|max|clamp)\([^;}\n]*/g) ?? [])
      .filter((sum) => /\S\+|\+\S|\)-/.test(sum.replaceAll('++', '')))
      .map((sum) => `${file}: ${sum}`),
  )
  expect(wrong).toEqual([])
})
