import * as index from './pagefind-index.js'

export * from './pagefind-index.js'

/** Results whose excerpts are read: a replaced word concerns all of them. */
const excerpts = 5

/** Words that a question has and no text needs. */
const small =
  /^(a|an|and|any|are|be|can|do|does|for|from|get|how|i|if|in|is|it|many|me|much|my|no|not|of|on|or|the|there|to|what|when|where|which|who|why|with|you)$/

/** The search of Pagefind. Without a page that has all words of the query, it is for the rarest of them. */
export async function search(query, options) {
  const wanted = wordsOf(query).filter((word) => !small.test(word))
  const parts = query.split(/\s+/).filter((part) => !small.test(part.toLowerCase()))
  const found = await searchAll(parts.join(' ') || query, wanted, options)
  if (found.results.length > 0 || wanted.length < 2) return found
  const counts = new Map()
  for (const word of new Set(wanted))
    counts.set(word, (await searchAll(word, [word])).results.length)
  const known = [...counts.keys()].filter((word) => counts.get(word) > 0)
  const rarestFirst = known.sort((one, other) => counts.get(one) - counts.get(other))
  for (let length = rarestFirst.length; length > 0; length--) {
    const words = rarestFirst.slice(0, length)
    const some = await searchAll(words.join(' '), words, options)
    if (some.results.length > 0) return some
  }
  return found
}

/** Returns no results if a wanted word is in none of the best. */
async function searchAll(query, wanted, options) {
  const found = await index.search(query, options)
  const some = await Promise.all(found.results.slice(0, excerpts).map((result) => result.data()))
  const marked = some.flatMap(({ content, meta }) => wordsOf(`${meta.title} ${content}`))
  const isIn = (word) => marked.some((one) => one.startsWith(word) || one === stemOf(word))
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
