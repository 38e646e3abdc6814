import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Element, Root } from 'hast'
import { select, selectAll } from 'hast-util-select'
import { toString as textOf } from 'hast-util-to-string'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { sameTabs } from '../markdown/tabs.ts'
import { sidebar } from '../sidebar.ts'

const toMarkdown = unified()
  .use(rehypeRemark, { newlines: true })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', rule: '-' })

/** A group of pages that `llms-full.txt` leaves out: those who implement the service read it, and it is a fifth of all. */
const apart = 'Contract and specification'

/**
 * Writes each page as Markdown beside its folder (`/guides/errors.md`), `llms.txt`, the pages of each group of the navigation
 * in one file (`llms-guides.txt`), and `llms-full.txt`.
 */
export function markdownTwins(): AstroIntegration {
  let site = ''
  let base = '/'
  return {
    name: 'markdown-twins',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site ?? ''
        base = config.base.replace(/\/?$/, '/')
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        const pages = new Map<string, Page>()
        for (const file of globSync('**/index.html', { cwd: folder })) {
          const path = file.replaceAll('\\', '/').replace(/\/?index\.html$/, '')
          const page = await readPage(`${folder}/${file}`, `${site}${base}${path && `${path}/`}`)
          if (!page) continue
          pages.set(path, page)
          await writeFile(`${folder}/${path || 'index'}.md`, page.markdown)
        }
        const address = (path: string) => `${site}${base}${path || 'index'}.md`
        const link = (path: string) => {
          const page = pages.get(path)
          return page ? [`- [${page.title}](${address(path)}): ${page.description}`] : []
        }
        const fileOf = (label: string) => `llms-${label.toLowerCase().replaceAll(' ', '-')}.txt`
        const groups = sidebar.map(({ label, items }) =>
          [
            `## ${label}`,
            `All of it in one file: [${fileOf(label)}](${site}${base}${fileOf(label)})`,
            items.flatMap(({ slug }) => link(slug)).join('\n'),
          ].join('\n\n'),
        )
        const home = pages.get('')
        const head = `# photofeed\n\n> ${home?.description ?? ''}\n`
        await writeFile(`${folder}/llms.txt`, `${[head, ...groups].join('\n\n')}\n`)
        const paths = `Links that begin with / are below ${site}${base}.`
        const texts: string[] = []
        for (const { label, items } of sidebar) {
          const markdown = items.map(({ slug }) => pages.get(slug)?.markdown ?? '')
          const text = shortenLinks(markdown.join('\n\n'), `${site}${base}`)
          await writeFile(`${folder}/${fileOf(label)}`, `${head}\n${paths}\n\n${text}\n`)
          if (label !== apart) texts.push(text)
        }
        const other = `${apart} is in ${site}${base}${fileOf(apart)}.`
        const full = [head, `${paths} ${other}`, ...texts].join('\n\n')
        await writeFile(`${folder}/llms-full.txt`, `${full}\n`)
      },
    },
  }
}

/** In a file of many pages, an anchor of a page leads nowhere, and the address of the site is said once. */
function shortenLinks(markdown: string, site: string): string {
  return markdown
    .replaceAll(/\[((?:[^[\]]|\\[[\]])+)\]\(#[^)]*\)/g, '$1')
    .replaceAll(`](${site}`, '](/')
}

interface Page {
  title: string
  description: string
  markdown: string
}

/** Reads a built page, whose address is `url`; null for a page that is not documentation. */
async function readPage(file: string, url: string): Promise<Page | null> {
  const tree = unified()
    .use(rehypeParse)
    .parse(await readFile(file, 'utf8'))
  const content = select('main .sl-markdown-content', tree)
  if (!content) return null
  const title = textOf(select('h1', tree) ?? content).trim()
  const meta = select('meta[name=description]', tree)?.properties.content
  const description = typeof meta === 'string' ? meta : ''
  simplify(content)
  completeLinks(content, url)
  const body = toMarkdown.stringify(
    await toMarkdown.run({ type: 'root', children: content.children } as Root),
  )
  return { title, description, markdown: `# ${title}\n\n${description}\n\n${body}` }
}

/** Removes what only a browser needs, and makes code, live examples, tabs and asides plain. */
function simplify(content: Element): void {
  for (const figure of selectAll('.expressive-code', content)) {
    const pre = select('pre', figure)
    const title = select('.title', figure)
    const language = pre?.properties.dataLanguage
    const lines = pre ? selectAll('.ec-line', pre) : []
    const value = lines.map((line) => textOf(select('.code', line) ?? line).replace(/\n$/, ''))
    const name = title ? textOf(title) : ''
    figure.children = [
      ...(name ? [paragraph('code', name)] : []),
      codeBlock(`${language}`, `${value.join('\n')}\n`),
    ]
  }
  for (const live of selectAll('[data-live=code]', content)) {
    const editor = select('textarea', live)
    live.properties = {}
    live.children = editor ? [codeBlock('ts', `${textOf(editor)}\n`)] : []
  }
  for (const tabs of selectAll(`[${sameTabs}] > starlight-tabs`, content))
    tabs.children = selectAll('[role=tabpanel]', tabs)[0]?.children ?? []
  // Tabs in tabs first, which are then no tabs of the outer ones.
  for (const tabs of selectAll('starlight-tabs:has([role=tab])', content).reverse()) {
    const labels = selectAll('[role=tab]', tabs).map((tab) => textOf(tab).trim())
    const panels = selectAll('[role=tabpanel]', tabs)
    tabs.children = panels.flatMap((panel, index) => [
      paragraph('strong', labels[index] ?? ''),
      panel,
    ])
  }
  visit(content, 'element', (node, index, parent) => {
    const classes = [node.properties.className].flat()
    const isForBrowsers =
      ['script', 'style', 'svg', 'button', 'textarea', 'template'].includes(node.tagName) ||
      classes.includes('sl-anchor-link') ||
      classes.includes('rule-filter') ||
      'dataLive' in node.properties
    if (!isForBrowsers || !parent || index === undefined) return
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
}

/** Makes addresses absolute, but for those of a heading of the page, and separates adjacent links. */
function completeLinks(content: Element, url: string): void {
  const complete = (address: unknown) =>
    typeof address === 'string' && !address.startsWith('#')
      ? new URL(address, url).href
      : `${address}`
  visit(content, 'element', (node, index, parent) => {
    if (node.tagName === 'img') node.properties.src = complete(node.properties.src)
    if (node.tagName !== 'a' || !parent || index === undefined) return
    // A rule has an anchor without a text.
    if (node.properties.href === undefined) {
      parent.children.splice(index, 1)
      return [SKIP, index]
    }
    node.properties.href = complete(node.properties.href)
    const next = parent.children[index + 1]
    if (next?.type === 'element' && next.tagName === 'a')
      parent.children.splice(index + 1, 0, { type: 'text', value: ' ' })
  })
}

function codeBlock(language: string, text: string): Element {
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: { className: [`language-${language}`] },
    children: [{ type: 'text', value: text }],
  }
  return { type: 'element', tagName: 'pre', properties: {}, children: [code] }
}

function paragraph(tagName: 'code' | 'strong', text: string): Element {
  const child: Element = {
    type: 'element',
    tagName,
    properties: {},
    children: [{ type: 'text', value: text }],
  }
  return { type: 'element', tagName: 'p', properties: {}, children: [child] }
}
