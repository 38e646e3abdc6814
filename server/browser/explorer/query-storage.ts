import type { Storage } from '@graphiql/toolkit'

/** The stored items, by GraphiQL's names: documents, their variables, and the layout. */
const storedNames = [
  'query',
  'variables',
  'operationName',
  'tabState',
  'queries',
  'favorites',
  'visiblePlugin',
  'docExplorerFlex',
  'editorFlex',
  'secondaryEditorFlex',
].map((name) => `graphiql:${name}`)

/** Keeps the names above for as long as the tab is open, and nothing else: no headers, so no key. */
export function queryStorage(
  session: Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Storage {
  return {
    getItem: (name) => (storedNames.includes(name) ? session.getItem(name) : null),
    setItem(name, value) {
      if (storedNames.includes(name)) session.setItem(name, value)
    },
    removeItem(name) {
      if (storedNames.includes(name)) session.removeItem(name)
    },
    clear() {
      for (const name of storedNames) session.removeItem(name)
    },
    get length() {
      return storedNames.filter((name) => session.getItem(name) !== null).length
    },
  }
}
