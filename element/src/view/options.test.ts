import { readFileSync } from 'node:fs'
import { plans } from '@photofeed/openapi'
import { expect, test, vi } from 'vitest'
import { type OptionRow, options as rows } from '../../options.ts'
import { customStyles } from './columns.ts'
import { needsExtras } from './context.ts'
import { extraStyles } from './extra-styles.ts'
import { attributeNames, completeOptions, propertyNames } from './options.ts'

const propertyOf = (name: string) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the options of an element with these attributes, and the warnings. */
async function read(attributes: Readonly<Record<string, string>>) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const properties = Object.entries(attributes).map(([name, value]) => [propertyOf(name), value])
  const options = completeOptions(Object.fromEntries(properties))
  // What logs them is loaded on demand.
  await import('./check.ts')
  const warnings = warn.mock.calls.map(([text]) => text)
  warn.mockRestore()
  return { options, warnings }
}

const defaultsIn = (layout: string) =>
  Object.fromEntries(
    rows.map(({ name, kind, default: initial, defaultByLayout: byLayout }) => [
      propertyOf(name),
      byLayout?.[layout] ?? byLayout?.others ?? initial ?? (kind === 'boolean' ? false : null),
    ]),
  )

const defaults = defaultsIn('grid')

test('an element without attributes has the defaults, each under its name in camel case, and no styles of its own', async () => {
  expect(await read({})).toEqual({ options: defaults, warnings: [] })
  expect(attributeNames).toEqual(rows.map(({ name }) => name))
  expect(propertyNames).toEqual(Object.keys(defaults))
  expect(customStyles(completeOptions({})), 'the style of a default').toBe('')
  expect(defaults).toMatchObject({ apiKey: null, layout: 'grid', ownerNotice: false })
})

/** For each kind: texts with their values, texts that are invalid, and what the warning says is valid. */
const kinds: Record<
  OptionRow['kind'],
  (row: OptionRow) => { valid: [string, unknown][]; invalid?: string[]; expected?: string }
> = {
  text: () => ({
    valid: [
      ['a b', 'a b'],
      [' a ', 'a'],
      [' ', null],
    ],
  }),
  boolean: ({ name }) => ({
    valid: [
      ['', true],
      [name, true],
      ['true', true],
      ['false', false],
    ],
  }),
  choice: ({ values = [] }) => ({
    valid: values.map((value) => [`${value}`, value]),
    invalid: ['other', `${values[0]} `, `${values[0]}`.replace(/./, swapCase)],
    expected: values.join(', '),
  }),
  integer: ({ values: [least = 0, most = 0] = [] }) => ({
    valid: [least, most].map((value) => [`${value}`, value]),
    invalid: [`${Number(least) - 1}`, `${Number(most) + 1}`, `${most}.5`, 'abc', ' ', `0x${least}`],
    expected: `a whole number from ${least} to ${most}`,
  }),
  columns: () => ({
    valid: [
      ['6', 6],
      ['1 600:2', '1 600:2'],
    ],
    invalid: ['many', '0', '10', '600:2'],
    expected: 'a number from 1 to 9, or numbers by width such as "1 600:2 900:3"',
  }),
  length: () => ({
    valid: [
      ['1rem', '1rem'],
      ['0', '0'],
    ],
    invalid: ['1rem}*{display:none', '-1px', 'large'],
    expected: 'a CSS length such as 1rem',
  }),
}

function swapCase(letter: string): string {
  const upper = letter.toUpperCase()
  return letter === upper ? letter.toLowerCase() : upper
}

test.each(rows.map((row) => [row.name, row] as const))(
  '%s is parsed, and an invalid value is logged once and ignored',
  async (name, row) => {
    const { valid, invalid = [], expected } = kinds[row.kind](row)
    const empty: [string, unknown][] =
      row.kind === 'boolean' ? [] : [['', defaults[propertyOf(name)]]]
    for (const [text, value] of [...valid, ...empty]) {
      const initial = name === 'layout' ? defaultsIn(`${value}`) : defaults
      const options = { ...initial, [propertyOf(name)]: value }
      expect(await read({ [name]: text }), text).toEqual({ options, warnings: [] })
    }
    for (const text of invalid) {
      const warning = `<photo-feed>: ${name}="${text}" is not valid; it must be ${expected}. The default is used.`
      expect(await read({ [name]: text })).toEqual({ options: defaults, warnings: [warning] })
      expect(await read({ [name]: text })).toEqual({ options: defaults, warnings: [] })
    }
  },
)

test('styles of options are loaded, and the README names exactly the options that load them', () => {
  const loading = rows.filter(({ name, kind, values = [] }) => {
    const given = kind === 'boolean' ? [true] : kind === 'choice' ? values : []
    const needs = given.map((value) => {
      const options = { ...completeOptions({}), [propertyOf(name)]: value }
      if (extraStyles(options) !== '')
        expect(needsExtras(options), `needsExtras with ${name}="${value}"`).toBe(true)
      return needsExtras(options)
    })
    return needs.includes(true)
  })
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [row = ''] = /^.*`show-profile`.*$/m.exec(readme) ?? []
  const said = [...row.matchAll(/`([a-z-]+)(?:="|`)/g)].map(([, name]) => name)
  const names = loading.map(({ name }) => name).toSorted()
  expect(said.filter((name) => attributeNames.includes(`${name}`)).toSorted()).toEqual(names)
})

test('options of renderFeed are parsed the same way', () => {
  expect(completeOptions({ columns: 2, ownerNotice: true, limit: undefined })).toEqual({
    ...defaults,
    columns: 2,
    ownerNotice: true,
  })
})

const ranges = rows.flatMap(({ name, kind, about }) => {
  const said = /([\d,]+) to ([\d,]+)/.exec(about)?.slice(1) ?? []
  const [least, most] = said.map((number) => Number(number.replace(',', '')))
  return least !== undefined || kind === 'integer' ? [{ name, least, most }] : []
})

test.each(ranges)(
  '$name accepts the numbers that its sentence says, and no others',
  async (range) => {
    const { name, least = Number.NaN, most = Number.NaN } = range
    const optionOf = async (number: number) =>
      Reflect.get((await read({ [name]: `${number}` })).options, propertyOf(name))
    expect([await optionOf(least), await optionOf(most)]).toEqual([least, most])
    const initial = defaults[propertyOf(name)]
    expect([await optionOf(least - 1), await optionOf(most + 1)]).toEqual([initial, initial])
  },
)

test('a sentence leaves the default to its row, and has no number that nothing decides', () => {
  const wrong = rows.filter(({ about, default: initial }) => {
    const prose = about
      .replace(/[\d,]+ to [\d,]+/, '')
      .replaceAll(/`[^`]*[^`\d][^`]*`/g, '')
      .replaceAll(`${plans.free.maximumPageSize} on Free`, '')
    const numbers = prose.match(/\d+/g) ?? []
    return /\bdefault/i.test(about) || numbers.some((number) => number !== `${initial}`)
  })
  const names = wrong.map(({ name, about }) => `${name}: ${about}`)
  expect(
    names,
    'a default is `default` or `defaultByLayout`; the guide has numbers that no row decides',
  ).toEqual([])
})

test('posts are loaded again for exactly the options that select them', () => {
  const reader = readFileSync(new URL('../posts/feed-pages.ts', import.meta.url), 'utf8')
  const wrong = rows.filter(
    ({ name, changes }) =>
      new RegExp(`\\b${propertyOf(name)}\\b`).test(reader) !== (changes === 'posts'),
  )
  expect(wrong, 'what feed-pages.ts does not read changes the view or its styles').toEqual([])
})
