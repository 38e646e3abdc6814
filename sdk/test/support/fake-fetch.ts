/** What one request gets: a response, or something thrown. */
export type Answer = (request: Request) => Response | Promise<Response>

export const apiKey = '0123456789abcdef'.repeat(4)
export const baseUrl = 'https://feed.example'

/** A fetch that gives each request the next answer, the last one for ever, and keeps what was asked. */
export function fakeFetch(...answers: readonly [Answer, ...Answer[]]) {
  const requests: Request[] = []
  return {
    requests,
    async fetch(request: Request) {
      const answer = answers[Math.min(requests.length, answers.length - 1)] as Answer
      requests.push(request)
      return answer(request)
    },
    /** What was asked for, without the origin and the key. */
    queries: () => requests.map(({ url }) => url.replace(/^[^?]*\?/, '').replace(apiKey, 'KEY')),
  }
}

export function json(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return () => Response.json(body, { status, headers })
}

export function text(body: string, status = 200): Answer {
  return () => new Response(body, { status, headers: { 'content-type': 'text/html' } })
}

export function failing(thrown: unknown): Answer {
  return () => Promise.reject(thrown)
}

/** Never answers, and does not listen to the request's signal either. */
export const silent: Answer = () => new Promise(() => {})

/** What was thrown, for a closer look than `rejects` gives. */
export async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('nothing was thrown')
    },
    (thrown) => thrown,
  )
}
