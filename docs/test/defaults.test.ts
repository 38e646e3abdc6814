import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The defaults that docstrings give to the options of a folder, by option. */
function defaultsOf(folder: string): Map<string, string> {
  const sources = globSync(`${folder}/**/*.ts`, { cwd: root }).map(read).join('\n')
  const documented = /@default (\S+?)(?: \*\/|\n)(?:[^/]*?\*\/)?\s+(?:readonly )?(\w+)\??:/g
  return new Map(
    [...sources.matchAll(documented)].map(([, value = '', name = '']) => [name, value]),
  )
}

/** The first two cells of each row whose first is a name in code. */
const rows = /^\| `(\w+)`[^|]*\| ([^|]+?) \|/gm

test('the manual of the SDK says the defaults of the options', () => {
  const defaults = defaultsOf('sdk/src')
  const plain = (value: string) => value.replace(/[`'"\s_]/g, '')
  const compared = [...read('docs/manual/sdk.md').matchAll(rows)].flatMap(
    ([, name = '', said = '']) => {
      const value = defaults.get(name)
      return value !== undefined && /^[`'"\d]/.test(said) ? [[name, plain(said), plain(value)]] : []
    },
  )
  expect(compared.length).toBeGreaterThan(0)
  expect(compared.filter(([, said, value]) => said !== value)).toEqual([])
})

test('a sentence of the manual of the SDK says the default of its option in the same words', () => {
  const documented = /@default \S+, ([^*\n]+?)\s*\*\/\s+readonly (\w+)\?:/g
  const source = globSync('sdk/src/**/*.ts', { cwd: root }).map(read).join('\n')
  const defaults = [...source.matchAll(documented)]
  expect(defaults.length).toBeGreaterThan(0)
  const paragraphs = read('docs/manual/sdk.md').split(/\n{2,}|\n(?=\|)/)
  const wrong = defaults.flatMap(([, words = '', name = '']) =>
    paragraphs
      .flatMap((text) => text.split(/(?<=[.:]) /))
      .filter((text) => text.includes(`\`${name}\``) && /by default/i.test(text))
      .filter((text) => !text.includes(words)),
  )
  expect(wrong).toEqual([])
})

/** `@default 2`, "By default `warn`." or "4 by default." before an option, and "`pageSize` 12 by default". */
const documentedDefaults = [
  /(?:@default|[Bb]y default) (?:`(?<code>\w+)`|'(?<quoted>[^'\n]+)'|(?<number>\d[\d.]*\d|\d+))[^/]*?\*\/\s+(?:readonly )?(?<name>\w+)\?:/g,
  /(?<number>\d+)(?: for each \w+)? by default\.[^/]*?\*\/\s+(?:readonly )?(?<name>\w+)\?:/g,
  /`(?<name>\w+)` (?<number>\d+) by default/g,
]

test('the docstring of an option says the default that its source has', () => {
  const folders = ['sdk/src', 'mock-server/src', 'contract/src', 'server/src']
  const compared = folders.flatMap((folder) => {
    const sources = globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] }).map(
      (path) => ({ path, text: read(path).replaceAll(/(?<=\d)[_,](?=\d{3})/g, '') }),
    )
    return sources.flatMap(({ path, text }) =>
      documentedDefaults.flatMap((said) =>
        [...text.matchAll(said)].map(({ groups = {} }) => {
          const { name = '', code, quoted, number } = groups as Partial<Record<string, string>>
          // Zod's `_default`, a default of a parameter, or what `??` has: in the same file, or in another one.
          const given = new RegExp(
            String.raw`\b${name}(?=(?:: z\._default\(.*, | = |: | \?\? \(?)['"\`]?([\w.]*\w))`,
            'g',
          )
          const inFile = [...text.matchAll(given)]
          const found = inFile[0]
            ? inFile
            : sources.flatMap((other) => [...other.text.matchAll(given)])
          const values = found.flatMap(([, value = '']) => [
            value,
            /^\w+$/.test(value) ? new RegExp(`const ${value} = (\\d+)`).exec(text)?.[1] : undefined,
          ])
          return { path, name, isSame: values.includes(code ?? quoted ?? number) }
        }),
      ),
    )
  })
  expect(compared.length).toBeGreaterThan(15)
  expect(compared.filter(({ isSame }) => !isSame)).toEqual([])
})
