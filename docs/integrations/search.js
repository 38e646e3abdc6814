import * as index from './pagefind-index.js'

export * from './pagefind-index.js'

/** Results whose excerpts are read: a replaced word concerns all of them. */
const excerpts = 5

/** Words that a question has and no text needs. */
const small =
  /^(a|an|and|any|are|be|can|do|does|for|from|get|how|i|if|in|is|it|many|me|much|my|no|not|of|on|or|the|there|to|what|when|where|which|who|why|with|you)$/

/** The search of Pagefind, without results if a word of the query is in none of the best. */
export async function search(query, options) {
  const found = await index.search(query, options)
  const some = await Promise.all(found.results.slice(0, excerpts).map((result) => result.data()))
  const marked = some.flatMap(({ content, meta }) => wordsOf(`${meta.title} ${content}`))
  const isIn = (word) => marked.some((one) => one.startsWith(word) || one === stemOf(word))
  const wanted = wordsOf(query).filter((word) => !small.test(word))
  return { ...found, results: wanted.every(isIn) ? found.results.map(withOneTitle) : [] }
}

const stemOf = (word) => word.replace(/(ing|ed|es|s)$/, '')

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
