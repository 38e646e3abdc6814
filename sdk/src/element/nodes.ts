import { type Tree, writtenAttributes } from './tree.ts'

/** The trees as DOM nodes, without a parser in between: no text can become markup. */
export function nodes(trees: readonly Tree[]): Node[] {
  return trees.flatMap((tree) => {
    if (tree === null) return []
    if (typeof tree === 'string') return document.createTextNode(tree)
    const element = document.createElement(tree.tag)
    for (const [name, value] of writtenAttributes(tree)) element.setAttribute(name, value)
    element.append(...nodes(tree.children))
    return element
  })
}
