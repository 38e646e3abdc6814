import type { Code, Root, RootContent } from 'mdast'
import { visit } from 'unist-util-visit'

const command = /^npm install (--save-dev )?(@?\w[\w/-]*(?: @?\w[\w/-]*)*)$/
const components = '@astrojs/starlight/components'

/** The name of the attribute of tabs that all say the same, of which search and the pages in Markdown have the first. */
export const sameTabs = 'data-pagefind-ignore'

/** Shows a command that installs packages as tabs, for each package manager, and fences with `tab=PHP` one after the other as tabs. */
export function remarkTabs() {
  return (tree: Root) => {
    let isUsed = false
    visit(tree, 'code', (node, index, parent) => {
      if (!parent || index === undefined) return
      const fences = fencesFrom(parent.children, index)
      const [key, tabs] =
        fences.length > 0
          ? (['language', fences] as const)
          : (['package-manager', commands(node)] as const)
      if (tabs.length === 0) return
      const children = tabs.map(([label, code]) => element('CodeTab', { label }, [code]))
      // A browser remembers the choice of a reader by the key, on all pages. MDX has types of its own for these nodes.
      const shown = element('div', { [sameTabs]: '' }, [
        element('CodeTabs', { syncKey: key }, children),
      ])
      parent.children.splice(index, Math.max(fences.length, 1), shown as never)
      isUsed = true
      return index + 1
    })
    if (isUsed) tree.children.unshift(importOf({ Tabs: 'CodeTabs', TabItem: 'CodeTab' }))
  }
}

type Tab = [label: string, code: Code]

/** Returns a command that installs packages for each package manager; nothing for other code. */
function commands(node: Code): Tab[] {
  const [, dev, packages] = command.exec(node.value) ?? []
  if (node.lang !== 'sh' || !packages) return []
  const added = dev ? `-D ${packages}` : packages
  return [
    ['npm', node],
    ['pnpm', { ...node, value: `pnpm add ${added}` }],
    ['yarn', { ...node, value: `yarn add ${added}` }],
  ]
}

function fencesFrom(nodes: RootContent[], start: number): Tab[] {
  const tabs: Tab[] = []
  for (const node of nodes.slice(start)) {
    const label = node.type === 'code' ? /^tab=(\w+)$/.exec(node.meta ?? '')?.[1] : undefined
    if (node.type !== 'code' || !label) break
    tabs.push([label, { ...node, meta: null }])
  }
  return tabs
}

/** Returns an element of MDX. */
function element(name: string, attributes: Record<string, string>, children: unknown[]) {
  return {
    type: 'mdxJsxFlowElement',
    name,
    attributes: Object.entries(attributes).map(([name, value]) => ({
      type: 'mdxJsxAttribute',
      name,
      value,
    })),
    children,
  }
}

/** Returns the import of components by other names, which a page may import too. */
function importOf(names: Record<string, string>): never {
  const identifier = (name: string) => ({ type: 'Identifier', name })
  const declaration = {
    type: 'ImportDeclaration',
    source: { type: 'Literal', value: components, raw: `'${components}'` },
    specifiers: Object.entries(names).map(([name, local]) => ({
      type: 'ImportSpecifier',
      imported: identifier(name),
      local: identifier(local),
    })),
  }
  const estree = { type: 'Program', sourceType: 'module', body: [declaration] }
  return { type: 'mdxjsEsm', value: '', data: { estree } } as never
}
