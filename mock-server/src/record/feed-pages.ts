import { UserError } from '@photofeed/core/node'
import { type ImageFormat, apiKey as keyParameter, type SortValue } from '@photofeed/openapi'
import { type FeedAnswer, readFeedAnswer } from './feed-answer.ts'
import type { FeedKey } from './feed-key.ts'
import type { Get } from './http-get.ts'
import { recordLimits } from './record-limits.ts'
import { RequestFailure } from './request-failure.ts'

export interface PageWanted {
  size: number
  cursor: string | null
  format: ImageFormat
}

export interface FeedPage {
  answer: FeedAnswer
  /** As received. */
  text: string
}

/** Asks a feed for its pages. */
export type FeedPages = (wanted: PageWanted) => Promise<FeedPage>

// What appears while the walk goes on is stored behind everything else, so no page moves.
const order: SortValue = 'id'

/**
 * The pages of the feed at a service's address, in stored order, with children and comments.
 * Rejects with UserError.
 */
export function createFeedPages(url: URL, key: FeedKey, get: Get): FeedPages {
  const rules = {
    maximumBytes: recordLimits.answerBytes,
    refusal: ({ origin }: URL) =>
      origin === url.origin
        ? null
        : `redirects to ${key.hide(origin)}, where the key is not sent: give that address with --url if it is the same service`,
  }
  return async ({ size, cursor, format }) => {
    const page = new URL(`${url.href.replace(/\/+$/, '')}/api/v1/me`)
    page.search = new URLSearchParams([
      [keyParameter.parameter, key.value],
      ['include[]', 'children'],
      ['include[]', 'comments'],
      ['sort', order],
      ['page[size]', String(size)],
      ['format', format],
      ...(cursor === null ? [] : [['page[cursor]', cursor]]),
    ]).toString()
    const bytes = await get(page, rules).catch((error: unknown) => {
      throw error instanceof RequestFailure ? new UserError(failureSentence(error, url)) : error
    })
    return readPage(new TextDecoder().decode(bytes), url, key)
  }
}

const refusals: Record<number, string> = {
  401: 'refused the key. Copy it again from the dashboard, and give it with --key or PHOTOFEED_KEY.',
  404: 'has no photofeed API. Check --url: it is the address before /api/v1/me.',
}

function failureSentence(failure: RequestFailure, { origin }: URL): string {
  const refusal = failure.status === null ? undefined : refusals[failure.status]
  if (refusal !== undefined) return `The service at ${origin} ${refusal}`
  const advice = failure.isPassing
    ? ' Check --url and the network, then run the same command again.'
    : ''
  return `The service at ${origin} ${failure.message}.${advice}`
}

function readPage(text: string, { origin }: URL, key: FeedKey): FeedPage {
  const json = parse(text)
  if (json === undefined) {
    const what = /^\s*</.test(text) ? 'a page of HTML' : 'something that is not JSON'
    throw new UserError(
      `The service at ${origin} answered with ${what} instead of a feed. Check --url: it is the address before /api/v1/me.`,
    )
  }
  const read = readFeedAnswer(json)
  if ('answer' in read) return { answer: read.answer, text }
  // Read once more without the key, which a problem could quote only in part.
  const hidden = readFeedAnswer(parse(key.hide(text)))
  const problem = 'problem' in hidden ? hidden.problem : 'it breaks the contract'
  throw new UserError(
    `The service at ${origin} answered with JSON that is no photofeed feed: ${problem}. Check --url.`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
