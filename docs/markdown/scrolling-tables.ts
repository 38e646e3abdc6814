import type { Root } from 'hast'
import { selectAll } from 'hast-util-select'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'

/**
 * Wraps each table in a box that scrolls, which the keyboard reaches too. On a phone each row is a block instead: a cell of
 * three or more columns then begins with the name of its column.
 */
export function rehypeTables() {
  return (tree: Root) => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || index === undefined || !parent) return
      const names = selectAll('th', node).map(textOf)
      if (names.length > 2)
        for (const row of selectAll('tbody tr', node))
          for (const [column, cell] of selectAll('td', row).entries())
            if (column > 0 && textOf(cell) && names[column])
              cell.properties.dataLabel = names[column]
      // A header without a text is none.
      for (const cell of selectAll('th', node)) if (cell.children.length === 0) cell.tagName = 'td'
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: {
          className: ['table', 'stacked'],
          tabIndex: 0,
          role: 'group',
          ariaLabel: 'Table',
        },
        children: [node],
      }
      return SKIP
    })
  }
}
