import type { Respond } from './mutant.ts'

/** Sends each request once: every mutant is in front of the same conforming server, which always sends the same response. */
export function remembered(respond: Respond): Respond {
  const responses = new Map<string, Promise<[ArrayBuffer | null, ResponseInit]>>()
  const read = async (response: Response): Promise<[ArrayBuffer | null, ResponseInit]> => {
    const body = response.body && (await response.arrayBuffer())
    return [body, { status: response.status, headers: [...response.headers] }]
  }
  return async (request) => {
    const { method, url, headers } = request
    const key = JSON.stringify([method, url, [...headers], await request.clone().text()])
    const first = responses.get(key) ?? respond(request).then(read)
    responses.set(key, first)
    return new Response(...(await first))
  }
}
