import type { Storage } from '@graphiql/toolkit'

/** What is kept, by GraphiQL's names: documents, their variables, and how the page is arranged. */
const kept = [
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
    getItem: (name) => (kept.includes(name) ? session.getItem(name) : null),
    setItem(name, value) {
      if (kept.includes(name)) session.setItem(name, value)
    },
    removeItem(name) {
      if (kept.includes(name)) session.removeItem(name)
    },
    clear() {
      for (const name of kept) session.removeItem(name)
    },
    get length() {
      return kept.filter((name) => session.getItem(name) !== null).length
    },
  }
}
