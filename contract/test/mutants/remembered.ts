import type { Respond } from './mutant.ts'

interface Answer {
  status: number
  headers: [string, string][]
  body: ArrayBuffer | null
}

/** Asks each request once: every mutant is put before the same conforming server, which answers the same each time. */
export function remembered(respond: Respond): Respond {
  const answers = new Map<string, Answer>()

  async function ask(request: Request): Promise<Answer> {
    const response = await respond(request)
    const hasBody = response.body !== null
    return {
      status: response.status,
      headers: [...response.headers],
      body: hasBody ? await response.arrayBuffer() : null,
    }
  }

  return async (request) => {
    const { method, url, headers } = request
    const key = JSON.stringify([method, url, [...headers], await request.clone().text()])
    const answer = answers.get(key) ?? (await ask(request))
    answers.set(key, answer)
    const { body, ...rest } = answer
    return new Response(body, rest)
  }
}
