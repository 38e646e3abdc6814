import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeFrom } from '../markdown/repository-files.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', 'docs/dist/**'] }).toSorted()

interface File {
  path: string
  code: string
  /** The file of the repository that it is included from. */
  source: string | undefined
}

/** What a reader copies into one app: the files of a section or tab, or of a page whose sections show different files. */
const recipes = filesOf('docs/src/content/docs/**/*.mdx').flatMap((page) => {
  const text = read(page)
  const name = page.replace('docs/src/content/docs/', '')
  const sections = sectionsOf(text)
    .map((section) => ({
      name: `${name} ${section.split('\n')[0]}`,
      files: filesIn(section),
      linked: linkedIn(section),
    }))
    .filter(({ files }) => files.length > 0)
  const paths = sections.flatMap(({ files }) => [...new Set(files.map(({ path }) => path))])
  const isOneApp = paths.length > 0 && new Set(paths).size === paths.length
  return isOneApp ? [{ name, files: filesIn(text), linked: linkedIn(text) }] : sections
})

/** Returns the files of the repository that a section links to. */
function linkedIn(section: string): string[] {
  return [...section.matchAll(/\(repo:blob\/main\/([^)]+)\)/g)].map(([, path = '']) => path)
}

const pathInApp = (file: string) => file.replace(/^examples\/(?:frameworks\/)?[\w-]+\//, '')

/** Returns the sections and the tabs of a page. */
function sectionsOf(text: string): string[] {
  return text.split(/^(?=## )|^ *(?=<TabItem )/m)
}

function filesIn(section: string): File[] {
  const fences = section.matchAll(/^```\w+ ([^\n]*)\n([\s\S]*?)^```$/gm)
  return [...fences].flatMap(([, meta = '', code = '']) => {
    const option = (name: string) => new RegExp(`\\b${name}="?([^\\s"]+)`).exec(meta)?.[1]
    const source = option('from')
    const path = option('as') ?? option('title')
    if (!path) return []
    const part = { lines: option('lines'), region: option('region') }
    return { path, source, code: source ? codeFrom(source, part) : code }
  })
}

/** Returns the relative imports of a file that no file of its recipe satisfies, without those that a tool generates. */
function missingImports(file: File, paths: readonly string[]): string[] {
  const imports = [...file.code.matchAll(/\b(?:from|import) ?['"](\.[^'"]+)['"]/g)]
  return imports
    .map(([, name = '']) => posix.join(posix.dirname(file.path), name))
    .filter(
      (path) => !path.split('/').some((name) => ['generated', '$types', '+types'].includes(name)),
    )
    .filter((path) => ['', '.ts', '.tsx'].every((end) => !paths.includes(path + end)))
}

/** Returns the names of the variables in the environment of an app that a code reads or sets. */
function variablesIn(code: string): string[] {
  const names = code.match(/\b(?:[A-Z]+_)*PHOTOFEED_(?:URL|KEY)\b/g)
  return [...new Set(names)].toSorted()
}

describe.each(recipes)('$name', ({ files, linked }) => {
  test('shows each file once, at the path of the tested app', () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)])
    for (const { path, source } of files) if (source) expect(`/${source}`).toMatch(`/${path}`)
  })

  test('shows the files that its code imports, or links to them', () => {
    const paths = [...files.map(({ path }) => path), ...linked.map(pathInApp)]
    expect(files.flatMap((file) => missingImports(file, paths))).toEqual([])
  })

  test('sets the variables that its code reads', () => {
    const settings = files.find(({ path }) => path === '.env')
    if (!settings) return
    const others = files.filter((file) => file !== settings)
    expect(variablesIn(settings.code)).toEqual(
      variablesIn(others.map(({ code }) => code).join('\n')),
    )
  })
})

test('a section that installs a package installs those that its code imports', () => {
  const packagesIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([line]) => line.match(/@photofeed\/[\w-]+/g) ?? [])
  const installing = filesOf('docs/src/content/docs/**/*.mdx')
    .flatMap((page) => sectionsOf(read(page)).map((text) => ({ page, text })))
    .map(({ page, text }) => ({
      page,
      installed: packagesIn(text, /^npm install .*/gm),
      imported: packagesIn(
        [text, ...filesIn(text).map(({ code }) => code)].join('\n'),
        /^ *(?:import|\} from) .*['"]@photofeed\/.*/gm,
      ),
    }))
    .filter(({ installed }) => installed.length > 0)
  expect(installing.length).toBeGreaterThan(10)
  const missing = installing.flatMap(({ page, installed, imported }) =>
    imported.filter((name) => !installed.includes(name)).map((name) => `${page}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('pages show no comments for the linters of this repository', () => {
  const shown = recipes.flatMap(({ files }) => files)
  const texts = [
    ...shown.map(({ path, code }) => ({ path, text: code })),
    ...filesOf('docs/src/content/docs/**/*.mdx', 'docs/manual/*.md', '*/README.md').map((path) => ({
      path,
      text: read(path),
    })),
  ]
  expect(shown.length).toBeGreaterThan(30)
  expect(
    texts.filter(({ text }) => /biome-ignore|eslint-disable|@ts-(?:ignore|expect)/.test(text)),
  ).toEqual([])
})

test('the address and the key of the service have one name each', () => {
  const files = filesOf(
    'examples/**/{.env*,*.{md,js,mjs,ts,tsx,vue,svelte,astro,json,jsonc}}',
    'docs/**/*.{md,mdx}',
    '*/README.md',
  )
  expect(files.length).toBeGreaterThan(200)
  const others = files.flatMap((file) =>
    [...read(file).matchAll(/\b(?:[A-Z]+_)*FEED_(?:URL|KEY|API_KEY)\b/g)]
      .filter(([name]) => !/(^|_)PHOTOFEED_(URL|KEY)$/.test(name))
      .map(([name]) => `${file}: ${name}`),
  )
  expect(others).toEqual([])
})
