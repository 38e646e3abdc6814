export interface Row<Item> {
  node: HTMLElement
  /** Called when the item has changed. */
  update?(item: Item): void
}

interface ListParts<Item> {
  keyOf(item: Item): string
  createRow(item: Item): Row<Item>
}

/**
 * Keeps the children of an element in step with a list of items. The node of an item that stays is neither
 * replaced nor moved, so that focus, selection and an open select outlive every update.
 */
export function createKeyedList<Item>(parent: HTMLElement, parts: ListParts<Item>) {
  let shown = new Map<string, { row: Row<Item>; text: string }>()

  return function show(items: readonly Item[]): void {
    const before = shown
    shown = new Map()
    for (const item of items) {
      const key = parts.keyOf(item)
      const text = JSON.stringify(item)
      const known = before.get(key)
      before.delete(key)
      const row = known?.row ?? parts.createRow(item)
      if (known?.text !== text) row.update?.(item)
      shown.set(key, { row, text })
    }
    for (const { row } of before.values()) row.node.remove()
    for (const [index, { row }] of [...shown.values()].entries()) {
      const present = parent.children[index] ?? null
      if (present !== row.node) parent.insertBefore(row.node, present)
    }
  }
}
