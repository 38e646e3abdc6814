import * as index from './pagefind-index.js'

export * from './pagefind-index.js'

/** Results whose excerpts are read: a replaced word concerns all of them. */
const excerpts = 5

/** The search of Pagefind, without results of which no excerpt has a word that begins like a word of the query. */
export async function search(query, options) {
  const found = await index.search(query, options)
  const begins = wordsOf(query).map((word) => word.slice(0, Math.max(3, word.length - 3)))
  const some = await Promise.all(found.results.slice(0, excerpts).map((result) => result.data()))
  const marked = some.flatMap(({ excerpt, meta }) => [
    ...wordsOf(meta.title),
    ...[...excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].flatMap(([, text]) => wordsOf(text)),
  ])
  const isFound = marked.some((word) => begins.some((begin) => word.startsWith(begin)))
  return isFound ? found : { ...found, results: [] }
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
