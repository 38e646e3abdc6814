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
  return { ...found, results: isFound ? found.results.map(withOneTitle) : [] }
}

/** The first section of a page has the page's title, so the result of the page has its excerpt. */
function withOneTitle(result) {
  return {
    ...result,
    async data() {
      const data = await result.data()
      const sections = data.sub_results.map((section) => ({
        ...section,
        url: section.url.replace(/#_top$/, ''),
      }))
      return { ...data, sub_results: sections }
    },
  }
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
