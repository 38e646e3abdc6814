import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Wraps each table in a box that scrolls, which the keyboard reaches too. */
export function rehypeTables() {
  return (tree: Root) => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || index === undefined || !parent) return
      visit(node, 'element', (cell) => {
        // A header without a text is none.
        if (cell.tagName === 'th' && cell.children.length === 0) cell.tagName = 'td'
      })
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
        children: [node],
      }
      return SKIP
    })
  }
}
