import type { Nodes, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { packageOf } from './sdk-entries.ts'

interface Anchored {
  data?: { hProperties?: { id?: string } | undefined } | undefined
}

/**
 * Completes the links between entries. Those of one package are on one page: an anchor that an entry before has already gets
 * the name of its own entry in front, such as `query-post`.
 */
export function linkEntries(entries: ReadonlyMap<string, Root>): ReadonlyMap<string, Root> {
  const renamed = new Map([...entries].map(([entry]) => [entry, new Map<string, string>()]))
  const used = new Set<string>()
  for (const [entry, page] of entries)
    visit(page, (node: Nodes & Anchored) => {
      const properties = node.data?.hProperties
      if (!properties?.id) return
      const anchor = `${packageOf(entry)} ${properties.id}`
      if (used.has(anchor)) {
        renamed.get(entry)?.set(properties.id, `${entry}-${properties.id}`)
        properties.id = `${entry}-${properties.id}`
      } else used.add(anchor)
    })
  for (const [entry, page] of entries)
    visit(page, 'link', (link) => {
      const [, file = entry, id] = /^(?:(\w+)\.md)?(?:#(.+))?$/.exec(link.url) ?? []
      if (!id) return
      const anchor = `#${renamed.get(file)?.get(id) ?? id}`
      const isSamePage = packageOf(file) === packageOf(entry)
      link.url = isSamePage ? anchor : `/reference/${packageOf(file)}/${anchor}`
    })
  return entries
}
