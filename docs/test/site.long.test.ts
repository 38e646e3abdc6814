import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { importOf, packageOf, sdkEntries } from '../markdown/reference/sdk-entries.ts'
import { sidebar } from '../sidebar.ts'
import { buildSite, builtPages, readBuilt } from './built-site.ts'
import { questions } from './questions.ts'

const dist = new URL('../dist/', import.meta.url)
const root = new URL('../../', import.meta.url)

/** The sites that pages link to; `npm run docs:addresses` requests each address. */
const hosts = new Set([
  ...['github.com', 'photofeed.github.io', 'developer.mozilla.org', 'mswjs.io', 'source.mswjs.io'],
  ...['openapi-ts.dev', 'heyapi.dev', 'orval.dev', 'schemathesis.readthedocs.io'],
  ...['the-guild.dev', 'gql-tada.0no.co', 'caddyserver.com'],
  ...['nodejs.org', 'spec.graphql.org', 'www.npmjs.com'],
])

interface BuiltPage {
  ids: ReadonlySet<string>
  links: readonly string[]
  images: readonly string[]
}

const decode = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"')

function readPage(html: string): BuiltPage {
  const values = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => decode(text))
  return {
    ids: new Set(values(/\sid="([^"]*)"/g)),
    links: values(/<a\s[^>]*?href="([^"]*)"/g),
    images: values(/<(?:img|script|link)\s[^>]*?(?:src|href)="([^"]*)"/g),
  }
}

/** Returns the id that GitHub and the site give a heading. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** Returns the anchors of a Markdown file of the repository: headings and ids. */
function anchorsOf(file: string): string[] {
  const text = readFileSync(new URL(file, root), 'utf8')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => idOf(title))
  const ids = [...text.matchAll(/<a (?:id|name)="([^"]*)"/g)].map(([, id = '']) => id)
  return [...headings, ...ids].map((id) => `#${id}`)
}

describe('the built site', () => {
  const pages = new Map<string, BuiltPage>()

  beforeAll(async () => {
    await buildSite()
    for (const path of builtPages())
      pages.set(path, readPage(readBuilt(path ? `${path}/index.html` : 'index.html')))
  })

  test('has each page of the navigation, and no other page', () => {
    const listed = sidebar.flatMap(({ items }) => items.map(({ slug }) => slug))
    expect([...pages.keys()].toSorted()).toEqual(['', ...listed].toSorted())
  })

  test('has a Markdown twin of each page, llms.txt, a sitemap and a page for unknown addresses', () => {
    const files = [...pages.keys()].map((path) => `${path || 'index'}.md`)
    const others = ['llms.txt', 'llms-full.txt', 'sitemap-index.xml', '404.html', 'social.png']
    for (const file of [...files, ...others])
      expect(existsSync(new URL(file, dist)), file).toBe(true)
    const index = readBuilt('llms.txt')
    for (const path of pages.keys()) if (path) expect(index).toContain(`/${path}.md)`)
  })

  test('has the pages of each group in one file, and most of them in one that a model can read', () => {
    const headings = (text: string) => text.match(/^# .*$/gm) ?? []
    const titleOf = (slug: string) => headings(readBuilt(`${slug}.md`))[0]
    const full = readBuilt('llms-full.txt')
    for (const { label, items } of sidebar) {
      const file = `llms-${label.toLowerCase().replaceAll(' ', '-')}.txt`
      expect(readBuilt('llms.txt')).toContain(`/${file})`)
      for (const { slug } of items) expect(headings(readBuilt(file))).toContain(titleOf(slug))
    }
    expect(headings(full)).toContain('# Quick start')
    expect(full).toContain('llms-contract-and-specification.txt')
    // 90,000 tokens, at four characters each.
    expect(full.length).toBeLessThan(360_000)
  })

  test('shows how to install with each package manager, in the Markdown twin with one', () => {
    const page = readBuilt('show/next/index.html').replaceAll(/<[^>]+>/g, '')
    for (const command of ['npm install', 'pnpm add', 'yarn add'])
      expect(page).toContain(`${command} @photofeed/sdk`)
    const twin = readBuilt('start/first-picture.md')
    expect(twin).toContain('**Node**\n\nInstall the SDK')
    expect(twin).toContain('npm install @photofeed/sdk')
    expect(twin).not.toContain('pnpm')
  })

  test('has a social image of each page', async () => {
    for (const path of pages.keys()) {
      const html = readBuilt(path ? `${path}/index.html` : 'index.html')
      const image = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
      const file = new URL(`.${new URL(image).pathname}`, dist)
      expect(file.pathname).toContain(path ? `/social/${path}.jpg` : '/social.png')
      expect(await sharp(fileURLToPath(file)).metadata()).toMatchObject({
        width: 1200,
        height: 630,
      })
    }
  })

  test('says what takes more than a sentence on one page', () => {
    const found = new Map<string, Set<string>>()
    for (const path of pages.keys()) {
      const prose = readBuilt(`${path || 'index'}.md`).replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
      for (const part of prose.split(/\n\n|\n(?=[|-])/)) {
        const text = part.replaceAll(/\s+/g, ' ').trim()
        if (text.length > 170) found.set(text, (found.get(text) ?? new Set()).add(path))
      }
    }
    const repeated = [...found].filter(([, paths]) => paths.size > 1).map(([text]) => text)
    expect(found.size).toBeGreaterThan(100)
    // Until the packages are published.
    expect(repeated.filter((text) => !text.includes('npm run pack'))).toEqual([])
  })

  test('has absolute links in the Markdown twins', () => {
    const relative = [...pages.keys()].flatMap((path) => {
      const prose = readBuilt(`${path || 'index'}.md`).replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
      return [...prose.matchAll(/\]\((?!https?:|#)[^)]*\)/g)].map(([link]) => `${path}: ${link}`)
    })
    expect(relative).toEqual([])
    expect(readBuilt('index.md')).toMatch(/\[Get started\]\(\S+\)\s+\[What it is\]/)
  })

  test('has the code of live examples in the Markdown twins', () => {
    const paging = readBuilt('guides/paging.md')
    for (const example of ['paging', 'iterate']) {
      const code = readFileSync(
        new URL(`../src/live/examples/${example}.ts`, import.meta.url),
        'utf8',
      )
      expect(paging).toContain(`\`\`\`ts\n${code.trim()}\n\`\`\``)
    }
  })

  test('has no broken link to a page, an anchor or a file of the site', () => {
    const broken: string[] = []
    const error404 = readPage(readBuilt('404.html'))
    for (const [path, { links, images }] of [...pages, ['404', error404] as const]) {
      const address = new URL(path ? `/${path}/` : '/', 'https://site.test')
      for (const link of [...links, ...images]) {
        const url = new URL(link, address)
        if (url.origin !== address.origin) continue
        const name = url.pathname.slice(1).replace(/\/$/, '')
        const target = name === '404' ? error404 : pages.get(name)
        const isFile = existsSync(new URL(`.${url.pathname}`, dist))
        if (!target && !isFile) broken.push(`${path}: ${link}`)
        else if (target && !url.pathname.endsWith('/') && url.pathname.length > 1)
          broken.push(`${path}: ${link} needs a slash at the end`)
        const anchor = decodeURIComponent(url.hash.slice(1))
        if (target && anchor && !target.ids.has(anchor)) broken.push(`${path}: ${link}`)
      }
    }
    expect(broken).toEqual([])
  })

  test('has each anchor of a reference once', () => {
    for (const name of ['sdk', 'element']) {
      const html = readBuilt(`reference/${name}/index.html`)
      const [, content = ''] = html.split('class="sl-markdown-content"')
      const ids = [...content.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    }
  })

  test('links to other sites by known addresses, and to files of the repository that exist', () => {
    const { repository } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    const external = [...pages].flatMap(([path, { links }]) =>
      links.filter((link) => /^\w+:/.test(link)).map((link) => [path, link] as const),
    )
    const wrong = external.filter(([, link]) => {
      if (link.startsWith(`${repository}/edit/main/`)) return false
      const [, file] =
        /^(?:blob|tree|raw)\/main\/([^#?]*)/.exec(link.slice(repository.length + 1)) ?? []
      const { protocol, host, hash } = new URL(link)
      if (link.startsWith(`${repository}/`) && file)
        return (
          !existsSync(new URL(file, root)) ||
          (hash !== '' && file.endsWith('.md') && !anchorsOf(file).includes(hash))
        )
      // Those of examples are nobody's (RFC 2606).
      if (/(^|\.)(example|test)$/.test(host) || host.startsWith('127.0.0.1')) return false
      return protocol !== 'https:' || !hosts.has(host)
    })
    expect(wrong).toEqual([])
  })

  /** Returns what a page says of an entry, as Markdown. */
  function entryReference(entry: string): string {
    const [, section = ''] = readBuilt(`reference/${packageOf(entry)}.md`).split(
      `\n## Entry \`${importOf(entry)}\`\n`,
    )
    return section.split('\n## ')[0] ?? ''
  }

  test.each(sdkEntries)('documents every export of the entry %s', (entry) => {
    const declarations = readFileSync(
      new URL(`${packageOf(entry)}/dist/${entry}.d.ts`, root),
      'utf8',
    )
    const exported = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.replace(/.* as /, '').trim())
    const reference = entryReference(entry)
    const headings = reference.matchAll(/^### (\w+)/gm)
    const others = reference.split('**Also exported**')[1]?.matchAll(/\[(\w+)\]/g) ?? []
    const documented = [...headings, ...others].map(([, name]) => name)
    expect(exported).not.toEqual([])
    expect(documented.toSorted()).toEqual(exported.toSorted())
  })

  test('documents parameters, types, errors, examples and properties of the SDK', () => {
    const graphql = entryReference('graphql')
    expect(graphql).toContain(
      '**Types** [`Feed`](#feed), [`TypedDocument`](#typeddocument), [`GraphQLResult`](#graphqlresult)',
    )
    expect(graphql).toContain('- [ApiError](#apierror) when the service rejects')
    expect(graphql).toContain('**Example**\n\n```ts\nconst feed = createFeed(')
    const main = entryReference('index')
    expect(main).toContain('- `errors` readonly \\[[`ApiProblem`](#apiproblem), `...ApiProblem[]`]')
    expect(main).toContain('- `timeout?` `number`: Milliseconds for each attempt, body included.')
    expect(entryReference('query')).toContain('[`FeedAccount`](#feedaccount')
  })

  test.each([
    ['run/alerts', 'docs/operations.md'],
    ['test/scenarios', 'docs/src/content/docs/test/scenarios.mdx'],
    ['run/install', 'docs/src/content/docs/run/install.mdx'],
  ])('opens the text of %s for editing', (page, file) => {
    expect(readBuilt(`${page}/index.html`)).toContain(`/edit/main/${file}"`)
  })

  test('documents every label of the element', () => {
    const source = readFileSync(new URL('element/src/languages/generated/labels.ts', root), 'utf8')
    const names = [...source.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = '']) => name)
    const [, table = ''] = readBuilt('reference/element.md').split('\n## Labels\n')
    const [labels = ''] = table.split('\n## ')
    const documented = [...labels.matchAll(/^\| `(\w+)` \|.*\| \S.* \|$/gm)].map(([, name]) => name)
    expect(documented).toEqual(names)
  })

  test.each(questions)('answers: $question', ({ question, page, heading }) => {
    const headings = [...readBuilt(`${page}.md`).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title.replaceAll(/[`\\]/g, ''),
    )
    expect(headings).toContain(heading)
    const typed = readBuilt(`${page}/index.html`).match(/<p hidden[^>]*>([^<]*)<\/p>/)?.[1] ?? ''
    const words = (text: string) => text.replaceAll(/[?,:.]/g, '')
    expect(words(typed)).toContain(words(question))
  })
})
