import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { options } from '../../element/options.ts'
import { completeSettings, settings } from '../../server/src/settings/settings.ts'

const cwd = new URL('../../', import.meta.url).pathname
const exclude = ['**/node_modules/**', '**/dist/**', '**/*.test.ts']
const read = (...patterns: string[]) =>
  globSync(patterns, { cwd, exclude }).map((path) => ({
    path,
    text: readFileSync(`${cwd}${path}`, 'utf8'),
  }))
const textOf = (...patterns: string[]) =>
  read(...patterns)
    .map(({ text }) => text)
    .join('\n')

const pages = read(
  '{.,sdk,element,mock-server,contract,server}/README.md',
  'docs/{assumptions,operations,scaling}.md',
  'docs/manual/*.md',
  'docs/src/content/docs/**/*.mdx',
)

/** The code within sentences. */
const spansOf = (text: string) =>
  [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  )

test('every variable of the environment is a setting, or one of the checker or of the examples', () => {
  const known = new Set(
    Object.values(settings).flatMap(({ variable, secret }) => [
      variable,
      `${variable}${secret ? '_FILE' : ''}`,
    ]),
  )
  const others = /^PHOTOFEED_(?:URL|KEYS?|KEY_[A-Z]*)$/
  const unknown = pages.flatMap(({ path, text }) =>
    (text.match(/\bPHOTOFEED_[A-Z\d_]+/g) ?? [])
      .filter((name) => !known.has(name))
      .filter((name) => /^server|operations|\/run\//.test(path) || !others.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('every path of a URL is one that a source has', () => {
  const sources = textOf(
    'openapi/openapi.yaml',
    '{core,mock-server,contract,sdk}/src/**/*.{ts,tsx}',
    'element/**/*.ts',
    'server/{src,cli,demo,browser,emulator}/**/*.{ts,html}',
    'server/deploy/**/*.{conf,json,yml,yaml}',
  )
  const controls = textOf('mock-server/src/control/control-api.ts')
  // Files of a machine, entries of a package, and pages of examples.
  const others = /^\/(?:usr|etc|var|opt)\/|^\/(?:vue|preact|solid|about|photos|media\/320)$/
  const path = /(?:^|(?<=\s|https?:\/\/[\w.:-]+))\/[a-z_][\w.-]*(?:\/[\w.-]+)*/g
  const found = pages.flatMap((page) =>
    [
      ...spansOf(page.text),
      ...(page.text.match(/\bhttp:\/\/(?:127|localhost|mock)[^\s'"`)\]?&#]*/g) ?? []),
    ].flatMap((span) => (span.match(path) ?? []).map((name) => ({ page: page.path, name }))),
  )
  expect(found.length).toBeGreaterThan(100)
  const isKnown = (name: string) => {
    const [, control] = /^\/__mock\/api\/(\w+)$/.exec(name) ?? []
    if (control !== undefined) return new RegExp(`^  ${control}: `, 'm').test(controls)
    return (
      others.test(name) ||
      ["'", '"', '`', ' ', '}'].some((before) => sources.includes(before + name))
    )
  }
  const unknown = found.filter(({ name }) => !isKnown(name))
  expect(unknown).toEqual([])
})

/** Headers have their names in the case of HTTP/2, too. */
const sources = textOf(
  'openapi/openapi.yaml',
  '{core,sdk,element,mock-server,contract,server}/src/**/*.{ts,tsx}',
  'server/deploy/**/*.*',
).toLowerCase()

test('every header, and how long it lets caches store, is one that a source has', () => {
  const unknown = pages.flatMap(({ path, text }) =>
    spansOf(text)
      .flatMap((span) => span.match(/\b(?:X|[A-Z][a-z]+)(?:-[A-Z][A-Za-z]+)+\b|max-age=\d+/g) ?? [])
      .filter((name) => !sources.includes(name.toLowerCase()))
      .map((name) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})

/** Of `<script type>` and `<button type>`. */
const htmlTypes = new Set(['module', 'button'])

test('a value of an attribute or a setting is one that it takes', () => {
  const choices = new Map(
    options.flatMap(({ name, kind, values = [] }) => (kind === 'choice' ? [[name, values]] : [])),
  )
  const byFlag = new Map(
    Object.entries(settings).map(([name, { flags }]) => [flags.split(' ')[0], name]),
  )
  const isTaken = (name: string, value: string) => {
    try {
      return completeSettings({ [name]: value }) !== undefined
    } catch {
      return false
    }
  }
  const wrong = pages.flatMap(({ path, text }) =>
    [
      ...[...text.matchAll(/(?<![\w-])([a-z-]+)="([a-z]+)"/g)].filter(
        ([, name = '', value = '']) =>
          !htmlTypes.has(value) && choices.get(name)?.includes(value) === false,
      ),
      ...(/^server|operations|\/run\//.test(path)
        ? [...text.matchAll(/(--[a-z-]+)[ =]([a-z]+)\b(?!:)/g)]
        : []
      ).filter(
        ([, flag, value = '']) => byFlag.has(flag) && !isTaken(byFlag.get(flag) ?? '', value),
      ),
    ].map(([found]) => `${path}: ${found}`),
  )
  expect(wrong).toEqual([])
})

/** Names of the language, of the web platform and of other libraries. */
const others = new Set([
  ...['Map', 'concurrent', 'declaration', 'extend', 'instanceof'],
  ...['dir', 'localStorage', 'parse', 'reportError', 'require', 'structuredClone'],
  ...[
    'LRUCache',
    'QueryClient',
    'compilerOptions',
    'dispatcher',
    'isCustomElement',
    'ky',
    'refetch',
    'skipLibCheck',
  ],
  ...[
    'Accept',
    'Age',
    'NEXT_PUBLIC_',
    'PersistedQueryNotSupported',
    'cacheLife',
    'catch',
    'strict',
  ],
  ...['defineCachedEventHandler', 'expect', 'staleTime', 'useInfiniteQuery'],
  ...['NO_COLOR', 'de_DE', 'mergeFeeds', 'server', 'useAsyncData', 'track'],
  // Values of a header, and files of the element.
  ...[
    'fallback',
    'hit',
    'revalidated',
    'check',
    'interactions',
    'mistakes',
    'redirects',
    'translations',
  ],
])

/** Where the names of pages are from, besides the contract: public types, and texts that people type. */
const vocabularies = {
  sdk: ['sdk/api/*.md'],
  element: ['element/api/*.md', 'element/{options,labels}.ts', 'element/custom-elements.json'],
  'mock-server': ['mock-server/src/**/*.ts', 'sdk/api/*.md', 'core/src/scenarios/scenarios.ts'],
  contract: ['contract/api/*.md', 'contract/src/**/*.ts'],
  // What the contract names.
  'docs/src/content/docs/contract/specification': [],
  'docs/assumptions': [],
  'docs/src/content/docs/(?:guides|help|reference)': [
    '{sdk,element,mock-server,contract}/api/*.md',
    'element/{options,labels}.ts',
    'core/src/scenarios/scenarios.ts',
    'server/src/settings/settings.ts',
  ],
}

test('the manual of the checker lists each cause', () => {
  const [, type = ''] =
    /SkipCause =([^\n]*(?:\n {2}\|.*)+)/.exec(textOf('contract/src/run/result.ts')) ?? []
  const [, table = ''] = textOf('docs/manual/contract.md').split(/^\| Cause .*\n.*\n/m)
  const [rows = ''] = table.split('\n\n')
  expect(rows.match(/(?<=^\| `)[\w-]+/gm)).toEqual(type.match(/(?<=')[\w-]+(?=')/g))
})

test('a page names what the public types, the contract or its package have', () => {
  const contract = textOf('openapi/openapi.yaml', 'graphql/schema.graphql')
  const named = Object.entries(vocabularies).flatMap(([folder, patterns]) => {
    const code = `${contract}${textOf(...patterns, `${folder}/package.json`)}`.replaceAll(
      /^\s*(?:\/\*\*|\*|\/\/).*$/gm,
      '',
    )
    const words = new Set(code.match(/[\w$-]+/g))
    const own = new RegExp(`^(?:docs/manual/)?${folder}`)
    return pages
      .filter(({ path }) => own.test(path))
      .flatMap(({ path, text }) =>
        spansOf(text).flatMap((span) => {
          const [, names = ''] =
            /^(?!PHOTOFEED_|.*\.(?:com|mjs|pem|yaml)$)([A-Za-z_$][\w$]*(?:\.[\w$]+)*)(?:\(.*\))?$/.exec(
              span,
            ) ?? []
          return names
            .split('.')
            .filter((name) => name !== '')
            .map((name) => ({ path, name, isKnown: words.has(name) }))
        }),
      )
  })
  expect(named.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(300)
  expect(
    [...others].filter((other) => named.every(({ name, isKnown }) => isKnown || name !== other)),
  ).toEqual([])
  expect(
    named
      .filter(({ name, isKnown }) => !isKnown && !others.has(name))
      .map(({ path, name }) => `${path}: ${name}`),
  ).toEqual([])
})
