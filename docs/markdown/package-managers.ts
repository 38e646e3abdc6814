import type { Code, Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** The key with which a browser remembers the choice of a reader, on all pages. */
export const installKey = 'package-manager'

const command = /^npm install (--save-dev )?(@?\w[\w/-]*(?: @?\w[\w/-]*)*)$/
const components = '@astrojs/starlight/components'

/** Shows a command that installs packages as tabs, for each package manager. */
export function remarkPackageManagers() {
  return (tree: Root) => {
    let isUsed = false
    visit(tree, 'code', (node, index, parent) => {
      const [, dev, packages] = command.exec(node.value) ?? []
      if (node.lang !== 'sh' || !packages || !parent || index === undefined) return
      const tab = (label: string, value: string) =>
        element('InstallTab', { label }, [{ ...node, value } satisfies Code])
      const added = dev ? `-D ${packages}` : packages
      const tabs = element('InstallTabs', { syncKey: installKey }, [
        tab('npm', node.value),
        tab('pnpm', `pnpm add ${added}`),
        tab('yarn', `yarn add ${added}`),
      ])
      // A search for one of these finds the page about package managers. MDX has types of its own for these nodes.
      parent.children[index] = element('div', { 'data-pagefind-ignore': '' }, [tabs]) as never
      isUsed = true
      return index + 1
    })
    if (isUsed) tree.children.unshift(importOf({ Tabs: 'InstallTabs', TabItem: 'InstallTab' }))
  }
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
