import { isFeedPath } from '@photofeed/core'
import { apiKey } from '@photofeed/openapi'
import type { Exchange, Finding, WarningRule } from './exchange.ts'

const keyHeaders = ['authorization', 'x-api-key'] as const

/** What headers, bodies and answers tell. */
export const requestRules: readonly WarningRule[] = [keyInHeader, deprecatedPage, videoAsImage]

function keyInHeader({ path, header }: Exchange): Finding[] {
  if (!isFeedPath(path)) return []
  return keyHeaders
    .filter((name) => header(name) !== undefined)
    .map((name) => ({
      cause: name,
      text: `The header ${name} is never read. Send the key as the query parameter ${apiKey.parameter}, and nothing else.`,
    }))
}

function deprecatedPage({ path, query, body }: Exchange): Finding[] {
  if (path !== '/graphql') return []
  const text = body === null ? new URLSearchParams(query).get('query') : queryOf(body)
  if (!text?.includes('page') || !namesPage(text)) return []
  return [
    {
      cause: 'page',
      text: 'The argument `page` of `me` is deprecated and ignored. Pass `cursor` with the nextCursor of the page before.',
    },
  ]
}

/** A pattern instead of a parser, which would load graphql-js with the first request. */
function namesPage(text: string): boolean {
  const code = text.replace(/#.*|"""[^]*?"""|"(?:\\.|[^"\\])*"/g, '')
  return /\bme\s*\([^)]*(?<![$\w])page\s*:/.test(code)
}

function queryOf(body: string): string | null {
  try {
    const { query } = JSON.parse(body)
    return typeof query === 'string' ? query : null
  } catch {
    return null
  }
}

/** Browsers ask for the source of an `img` with an Accept that begins with image types. */
function videoAsImage({ path, header, status }: Exchange): Finding[] {
  if (!path.endsWith('.mp4') || status >= 400) return []
  if (header('sec-fetch-dest') !== 'image' && !/^image\//.test(header('accept') ?? '')) return []
  return [
    {
      cause: 'mp4',
      text: 'A video file is used as an image. The mediaUrl of a VIDEO is usually an .mp4: render its thumbnailUrl as the image.',
    },
  ]
}
