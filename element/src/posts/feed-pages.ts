import type { DisplayPage, PageRequest, ReadPage, ViewContext } from '../view/context.ts'
import { limitPage } from '../view/view.ts'
import { OptionsError } from './error-detail.ts'
import { readablePage } from './readable-page.ts'
import { readSharedPage } from './shared-pages.ts'

/** Reads the pages of a feed. */
export type PageReader = (request: PageRequest) => Promise<DisplayPage>

/** Returns a function that reads the pages which the options of an element select, one after the other. */
export function createReader(
  context: ViewContext,
  reportError: (error: unknown) => void,
): PageReader {
  const { apiKey, src, limit, type, imageFormat } = context
  const { hiddenPosts, pinnedPosts, withWords, withoutWords } = context
  const apiKeys = [...new Set((apiKey ?? '').split(/\s+/).filter(Boolean))]
  const [first] = apiKeys
  let chosen: ReturnType<typeof loadChoice> | undefined

  const read: ReadPage = async (apiKey, selection, { signal, isFresh }) => {
    const options = { type: type ?? undefined, format: imageFormat, include: ['children'] } as const
    const feed = { baseUrl: src as string, apiKey }
    const page = await readSharedPage(feed, { ...selection, ...options }, signal, isFresh)
    const { nextCursor } = page.pagination
    // A page that is its own next one would be loaded for ever.
    const isEnd = nextCursor === selection.cursor
    const pagination = isEnd ? { ...page.pagination, nextCursor: null } : page.pagination
    return readablePage({ ...page, pagination }, selection.pageSize)
  }

  async function loadChoice() {
    const { createChoice } = await import('./which-posts.ts')
    return createChoice(context, apiKeys, read, reportError)
  }

  return async (request) => {
    const { cursor, shown } = request
    if (!src || !first) throw new OptionsError('The attributes src and api-key are required.')
    const pageSize = Math.min(context.pageSize, (limit ?? Infinity) - shown.length)
    if (apiKeys[1] || hiddenPosts || pinnedPosts || withWords || withoutWords) {
      chosen ??= loadChoice()
      // What could not be loaded is loaded again by the next call.
      const readChosen = await chosen.catch((error) => {
        chosen = undefined
        throw error
      })
      return limitPage(await readChosen({ ...request, pageSize }), limit, shown.length)
    }
    const page = await read(first, { pageSize, cursor: cursor || null }, request)
    return limitPage(page, limit, shown.length)
  }
}
