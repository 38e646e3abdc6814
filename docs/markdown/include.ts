import type { Code, Heading, Image, Link, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { knownLabels } from './labels.ts'
import { codeFrom, readRepositoryFile } from './repository-files.ts'
import { repository, rewriteRepositoryLink } from './repository-links.ts'
import { tableNames, tables } from './tables.ts'

interface Options {
  /** The path of the site. */
  base: string
}

/** What MDX makes of an element: `<Include from="…" section="…" />`, or of one in a sentence. */
interface Element {
  type: 'mdxJsxFlowElement' | 'mdxJsxTextElement'
  name: string | null
  attributes: { name: string; value?: unknown }[]
}

const repositoryPictures = /^https:\/\/github\.com\/.*\/docs\/screenshots\//

const parser = unified().use(remarkParse).use(remarkGfm)

/**
 * Inserts text of the repository into a page, so that nothing is copied:
 *
 * - a fence with `from=path`, and `lines=1-20` or `region=name`: the code of a file;
 * - `<Include from="docs/operations.md" section="Refreshes" />`: a section of a Markdown file, or with `only="list"` its lists;
 * - `<Data name="scenarios" />`: a table made from data;
 * - `<Label name="refresh" />`: the text of a button, a state or a message.
 *
 * Links that begin with `/` are below the path of the site, those that begin with `repo:` are in the repository on GitHub.
 */
export function remarkInclude({ base }: Options) {
  return async (tree: Root) => {
    await expand(tree)
    visit(tree, 'code', includeCode)
    visit(tree, 'mdxJsxTextElement', includeLabel)
    visit(tree, 'link', (link: Link) => {
      // Pages do not name the repository, so that a fork changes it in one place.
      link.url = link.url.replace(/^repo:/, `${repository}/`)
      if (link.url.startsWith('/')) link.url = `${base.replace(/\/$/, '')}${link.url}`
    })
  }
}

async function expand(parent: { children: unknown[] }): Promise<void> {
  for (let index = 0; index < parent.children.length; index++) {
    const node = parent.children[index] as Element & { children?: unknown[] }
    if (node.type !== 'mdxJsxFlowElement') continue
    const value = (name: string) => attributeOf(node, name)
    if (node.name === 'Include') {
      const only = value('only')
      const nodes = section(value('from') ?? '', value('section'), value('depth')).filter(
        ({ type }) => only === undefined || type === only,
      )
      parent.children.splice(index, 1, ...nodes)
      index += nodes.length - 1
    } else if (node.name === 'Data') {
      const name = value('name') ?? ''
      const make = tables[name]
      if (!make) throw new Error(`There is no table ${name}. Known: ${tableNames.join(', ')}.`)
      const made = await make()
      const nodes = (typeof made === 'string' ? parser.parse(made) : made).children
      parent.children.splice(index, 1, ...nodes)
      index += nodes.length - 1
    } else if (node.children) await expand({ children: node.children })
  }
}

function attributeOf({ attributes }: Element, name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name)?.value
  return typeof found === 'string' ? found : undefined
}

function includeLabel(node: Element, index?: number, parent?: { children: unknown[] }): void {
  if (node.name !== 'Label' || index === undefined) return
  const name = attributeOf(node, 'name') ?? ''
  const value = knownLabels.get(name)
  if (value === undefined)
    throw new Error(`There is no label ${name}. Known: ${[...knownLabels.keys()].join(', ')}.`)
  parent?.children.splice(index, 1, { type: 'text', value })
}

/** Returns the content below a heading of a Markdown file, or the whole file below its title. */
function section(
  path: string,
  heading: string | undefined,
  depth = heading === undefined ? '2' : '3',
): RootContent[] {
  const { children } = parser.parse(readRepositoryFile(path)) as Root
  const isHeading = (node: RootContent): node is Heading => node.type === 'heading'
  const start = children.findIndex((node) =>
    heading === undefined
      ? isHeading(node) && node.depth === 1
      : isHeading(node) && textOf(node) === heading,
  )
  const first = children[start]
  if (!first || !isHeading(first)) throw new Error(`${path} has no section ${heading}.`)
  const length = children
    .slice(start + 1)
    .findIndex((node) => isHeading(node) && node.depth <= first.depth)
  const content = children.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  const shift = Number(depth) - (first.depth + 1)
  const part: Root = { type: 'root', children: structuredClone(content) }
  // The generators' marks.
  part.children = part.children.filter((node) => node.type !== 'html')
  visit(part, 'heading', (node: Heading) => {
    node.depth = Math.min(6, Math.max(2, node.depth + shift)) as Heading['depth']
  })
  visit(part, 'link', (link: Link) => {
    link.url = rewriteRepositoryLink(path, link.url)
  })
  visit(part, 'image', (image: Image) => {
    // Pages are two folders below the content, and their pictures become files of the site.
    image.url = image.url.replace(repositoryPictures, '../../../../screenshots/')
  })
  return part.children
}

function includeCode(node: Code): void {
  const meta = node.meta ?? ''
  const path = /\bfrom=(\S+)/.exec(meta)?.[1]
  if (!path) return
  if (node.value !== '') throw new Error(`The block from ${path} must be empty.`)
  const option = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(meta)?.[1]
  node.value = codeFrom(path, { lines: option('lines'), region: option('region') })
  const rest = meta.replace(/\b(from|lines|region)=\S+\s?/g, '').trim()
  const title = /\btitle=/.test(rest)
    ? ''
    : ` title="${option('as') ?? path.replace(/^examples\/\w+\/(?:[\w-]+\/(?=.*\/)|)/, '')}"`
  node.meta = `${rest.replace(/\bas=\S+\s?/, '')}${title}`.trim()
}
