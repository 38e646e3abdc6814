import { type FeedRequest, isFeedPath } from '@photofeed/core'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { type Mock, platformPrefix } from '../mock.ts'
import type { MediaAnswer } from '../service/media.ts'
import type { MockAnswer } from '../service/mock-service.ts'
import { dripping } from './dripping.ts'

/** One handler for the service's address and one for its media; every other request is left to others. */
export function createHandlers(mock: Mock): HttpHandler[] {
  const { baseUrl, cdnUrl } = mock.context
  const below = (base: string, request: Request) =>
    request.url.startsWith(`${base}/`) ? targetOf(request.url.slice(base.length)) : null
  const media = (request: Request) => below(cdnUrl, request)
  const platform = (request: Request) => below(`${baseUrl}${platformPrefix}`, request)
  const feed = (request: Request) => {
    const target = below(baseUrl, request)
    return target && isFeedPath(target.path) ? target : null
  }
  return [
    http.all(
      ({ request }) => feed(request) !== null,
      async ({ request }) => {
        const target = feed(request) as Target
        return toResponse(await mock.answer(toFeedRequest(request, target)))
      },
    ),
    http.all(
      ({ request }) => media(request) !== null || platform(request) !== null,
      async ({ request }) => {
        const asked = { method: request.method, header: headerOf(request) }
        const expiring = platform(request)
        if (expiring) return toMediaResponse(await mock.answerPlatform(expiring, asked))
        const { path } = media(request) as Target
        return toMediaResponse(await mock.answerMedia(path, asked))
      },
    ),
  ]
}

type Target = Pick<FeedRequest, 'path' | 'query'>

function targetOf(rest: string): Target {
  const [withoutFragment = ''] = rest.split('#', 1)
  const mark = withoutFragment.indexOf('?')
  if (mark < 0) return { path: withoutFragment, query: '' }
  return { path: withoutFragment.slice(0, mark), query: withoutFragment.slice(mark + 1) }
}

function headerOf({ headers }: Request): (name: string) => string | undefined {
  return (name) => headers.get(name) ?? undefined
}

function toFeedRequest(request: Request, target: Target): FeedRequest {
  return {
    ...target,
    method: request.method.toUpperCase(),
    header: headerOf(request),
    async readBody(limit) {
      const text = await request.text()
      return new TextEncoder().encode(text).length > limit ? null : text
    },
  }
}

/** A fetch can only fail or not, so every broken connection looks the same here. */
function toResponse({ response, delivery }: MockAnswer): Response {
  const { status, headers, body } = response
  if (delivery === 'cut' || delivery === 'none') return HttpResponse.error()
  if (body === null) return new HttpResponse(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  return new HttpResponse(delivery === 'whole' ? bytes : dripping(bytes, delivery), {
    status,
    // Without a length, Node dies when a test leaves a large body unread (nodejs/undici#5360).
    headers: { ...headers, 'Content-Length': String(bytes.length) },
  })
}

function toMediaResponse({ status, headers, body }: MediaAnswer): Response {
  return new HttpResponse(body, { status, headers })
}
