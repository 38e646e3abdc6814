import type { FeedPage } from '@photofeed/sdk'
import type { PageRequest, ViewContext } from '../view/context.ts'
import { limitPage } from '../view/view.ts'
import { readSharedPage } from './shared-pages.ts'

/** Reads the page that the options of an element select. `reportError` gets the errors of single keys. */
export async function readFeedPage(
  context: ViewContext,
  request: PageRequest,
  reportError: (error: unknown) => void,
): Promise<FeedPage> {
  const { apiKey, key, src, limit, max, type, format, hide, pin, only, without } = context
  const { cursor, shown, signal, isFresh } = request
  const keys = apiKey ?? key ?? ''
  if (!src || !keys) throw new TypeError('The attributes src and api-key are required.')
  const read = (apiKey: string, selection: { pageSize: number; cursor: string | null }) =>
    readSharedPage(
      { baseUrl: src, apiKey },
      { ...selection, type: type ?? undefined, format, include: ['children'] },
      signal,
      isFresh,
    )
  const apiKeys = [...new Set(keys.split(/\s+/))]
  if (apiKeys[1] || hide || pin || only || without) {
    const { readChosenPage } = await import('./which-posts.ts')
    const page = await readChosenPage(context, apiKeys, request, read, reportError)
    return limitPage(page, max, shown.length)
  }
  const pageSize = Math.min(limit, (max ?? Infinity) - shown.length)
  return limitPage(await read(keys, { pageSize, cursor: cursor || null }), max, shown.length)
}
