import type {
  Heading,
  Html,
  List,
  ListItem,
  Paragraph,
  Parents,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

const openTag = /^<a id="([^"]+)">$/
const parser = unified().use(remarkParse).use(remarkGfm)

/** Headings of TypeDoc that say nothing new: a signature or a table follows. */
const needless = [
  ...['Constructors', 'Constructor', 'Accessors', 'Methods', 'Indexable', 'Properties'],
  'Type Declaration',
]

/** Sections that repeat what "Extends" says. */
const repeating = ['Overrides', 'Inherited from', 'Implementation of']

/**
 * Arranges a page of TypeDoc for this site. Only declarations keep a heading, with the anchor that links use; the parts of
 * a declaration have a label. Tables of fields are lists, so that they are readable on a phone. Of parameters and results without
 * a description only the links are kept: their types are in the signature. Nothing is said twice in a declaration.
 */
export function arrangePage(markdown: string): Root {
  const page: Root = { type: 'root', children: [] }
  let group = ''
  let label = ''
  let anchor: string | undefined
  for (const node of (parser.parse(markdown) as Root).children) {
    const found = anchorOf(node)
    if (found) anchor = found
    else if (node.type === 'heading' && node.depth === 2) {
      group = textOf(node)
      label = ''
      if (group === 'References') page.children.push(paragraph([strong('Also exported')]))
    } else if (group === 'References') addReference(page, node)
    else if (node.type === 'heading') {
      const last = label
      label = textOf(node)
      if (anchor && !needless.includes(label)) {
        page.children.push(declarationHeading(node, anchor))
        label = ''
      } else if (label !== last && ![...needless, ...repeating].includes(label))
        page.children.push(paragraph([strong(sentenceCase(label))]))
      anchor = undefined
    } else if (node.type !== 'thematicBreak' && !repeating.includes(label))
      addContent(page, node, label)
  }
  visit(page, 'html', moveAnchor)
  page.children = declarationsOf(omitSignatureTypes(page.children)).flatMap(omitRepeated)
  return page
}

/** Returns the anchor that TypeDoc writes above a heading: `<a id="feed"></a>`. */
function anchorOf(node: RootContent): string | undefined {
  const [first, second] = node.type === 'paragraph' ? node.children : []
  if (first?.type !== 'html' || second?.type !== 'html') return undefined
  return openTag.exec(first.value)?.[1]
}

/** Moves the anchor of a row to its name, which follows: `<a id="property-posts"></a> posts`. */
function moveAnchor({ value }: Html, index?: number, parent?: Parents): number | undefined {
  const id = openTag.exec(value)?.[1]
  if (!id || !parent || index === undefined) return undefined
  const name = parent.children[index + 3]
  if (name) name.data = { hProperties: { id } }
  parent.children.splice(index, 3)
  return index
}

function declarationHeading(node: Heading, id: string): Heading {
  return { ...node, depth: node.depth === 3 ? 3 : 4, data: { hProperties: { id } } }
}

/** TypeDoc writes Type Parameters. */
function sentenceCase(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase()
}

/** Adds the link of "Re-exports [Post](…)" to the paragraph of all of them. */
function addReference({ children }: Root, node: RootContent): void {
  const link = node.type === 'paragraph' && node.children.find(({ type }) => type === 'link')
  const list = children.at(-1)
  if (link && list?.type === 'paragraph') append(list, [link])
}

function addContent({ children }: Root, node: RootContent, label: string): void {
  const last = children.at(-1)
  if (node.type === 'table') {
    const [head, ...rows] = node.children
    // Type parameters without descriptions.
    if (head?.children.length === 1 && last?.type === 'paragraph')
      for (const { children } of rows) append(last, children[0]?.children ?? [])
    else children.push(fieldList(node))
  } else if (label === 'Throws' && node.type === 'paragraph') {
    const reason = item(node.children)
    if (last?.type === 'list') last.children.push(reason)
    else children.push({ type: 'list', spread: false, children: [reason] })
  } else if (
    node.type === 'list' &&
    last?.type === 'paragraph' &&
    /^Exten(ds|ded by)$/.test(label)
  ) {
    for (const { children } of node.children)
      if (children[0]?.type === 'paragraph') append(last, children[0].children)
  } else if (node.type === 'paragraph' && last?.type === 'paragraph' && textOf(last) === 'Returns')
    append(last, withoutBar(node.children))
  else children.push(node)
}

/** Adds a part to a list of a paragraph, after its label. */
function append({ children }: Paragraph, part: PhrasingContent[]): void {
  const last = children.at(-1)
  if (last) children.push({ type: 'text', value: last.type === 'strong' ? ' ' : ', ' })
  children.push(...part)
}

/** Replaces parameters and results that only repeat the signature with the links of their types. */
function omitSignatureTypes(nodes: readonly RootContent[]): RootContent[] {
  const kept: RootContent[] = []
  let types: Paragraph | undefined
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1]
    if (isLabel(node, 'Parameters') && next && isBareList(next)) continue
    const isBareResult = isLabel(node, 'Returns') && (next?.type !== 'paragraph' || isLabel(next))
    if (!isBareList(node) && !isBareResult) {
      types = undefined
      kept.push(node)
      continue
    }
    visit(node, 'link', (link) => {
      if (!types) {
        types = paragraph([strong('Types')])
        kept.push(types)
      }
      if (!types.children.some((known) => known.type === 'link' && known.url === link.url))
        append(types, [link])
    })
  }
  return kept
}

/** Returns the nodes of each declaration, from its heading on. */
function declarationsOf(nodes: readonly RootContent[]): RootContent[][] {
  const declarations: RootContent[][] = [[]]
  for (const node of nodes) {
    if (node.type === 'heading') declarations.push([])
    declarations.at(-1)?.push(node)
  }
  return declarations
}

/** Removes what a declaration says before: texts of overloads, type parameters of a signature, and one of two lists of fields. */
function omitRepeated(nodes: readonly RootContent[]): RootContent[] {
  // Below the heading, or a label of overloads.
  const signature = nodes.slice(1, 3).find((node) => node.type === 'code')
  const fields = nodes.find((node) => isFieldList(node) && node.data.title !== 'Parameter')
  const isObject = signature?.type === 'code' && /^type \w+ = \{/.test(signature.value)
  const isDescribed = fields && isFieldList(fields) && fields.data.isDescribed
  const needless = isDescribed ? (isObject ? signature : null) : signature && fields
  const seen = new Set<string>()
  const kept = nodes.filter((node) => {
    if (node === needless) return false
    if (node.type !== 'paragraph' && node.type !== 'code') return true
    if (signature && isLabel(node, 'Type parameters')) return false
    const text = textOf(node)
    const isKnown = seen.has(text)
    if (!isBareLabel(node)) seen.add(text)
    return !isKnown
  })
  // A label without content.
  return kept.filter((node, index) => {
    const next = kept[index + 1]
    return !isBareLabel(node) || (next !== undefined && !isLabel(next))
  })
}

/** A list of properties or parameters. */
interface FieldList extends List {
  data: { title: string; isDescribed: boolean }
}

const isFieldList = (node: RootContent): node is FieldList =>
  node.type === 'list' && node.data !== undefined && 'isDescribed' in node.data

const isBareLabel = (node: RootContent) =>
  isLabel(node) && 'children' in node && node.children.length === 1

function isLabel(node: RootContent, name = ''): boolean {
  const [first] = node.type === 'paragraph' ? node.children : []
  return first?.type === 'strong' && textOf(first).startsWith(name)
}

/** Whether a list has parameters without descriptions. */
function isBareList(node: RootContent): boolean {
  return isFieldList(node) && node.data.title === 'Parameter' && !node.data.isDescribed
}

/** Makes a list of a table of fields, which a phone has room for: name, type and description. */
function fieldList(table: Table): FieldList | Table {
  const [head, ...rows] = table.children
  const [title = '', type, description] = head?.children.map((cell) => textOf(cell)) ?? []
  if (type !== 'Type') return table
  // A field of a field is in the type of that one.
  const isPart = ({ children: [name, , description] }: TableRow) =>
    /\w\.\w/.test(name ? textOf(name) : '') &&
    ['', '-'].includes(description ? textOf(description) : '')
  const items = rows
    .filter((row) => !isPart(row))
    .map(({ children: [name, type, description] }) => {
      const text = description && textOf(description) !== '-' ? description.children : []
      return item([
        ...(name?.children ?? []),
        { type: 'text', value: ' ' },
        ...withoutBar(type?.children ?? []),
        ...(text.length > 0 ? [{ type: 'text' as const, value: ': ' }, ...text] : []),
      ])
    })
  const data = { title, isDescribed: description === 'Description' }
  return { type: 'list', spread: false, children: items, data }
}

function item(children: PhrasingContent[]): ListItem {
  return { type: 'listItem', spread: false, children: [paragraph(children)] }
}

/** TypeDoc writes a bar before the first type of a long union. */
function withoutBar([first, ...rest]: PhrasingContent[]): PhrasingContent[] {
  if (!first) return []
  return first.type === 'text'
    ? [{ ...first, value: first.value.replace(/^\s*\|\s*/, '') }, ...rest]
    : [first, ...rest]
}

function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children }
}

function strong(text: string): PhrasingContent {
  return { type: 'strong', children: [{ type: 'text', value: text }] }
}
