import { checkContract } from '../src/run/check-contract.ts'

export interface RecordedRequest {
  method: string
  /** Path and query as they were sent. */
  target: string
  headers: Record<string, string>
  body: string | null
}

export interface RecordedRun {
  /** Musts that the checker found broken, by id. */
  broken: string[]
  /** What it sent, with what came back as one text that can be compared. */
  requests: { request: RecordedRequest; answer: string }[]
}

/** Checks the mock through another server, whatever host an address names, and keeps what was sent. */
export async function recordRun(
  mock: { url: string; accounts: Record<string, string> },
  server: string,
): Promise<RecordedRun> {
  const requests: RecordedRun['requests'] = []
  const { rules } = await checkContract({
    ...mock,
    async fetch(input, init) {
      const { pathname, search } = new URL(String(input))
      const request: RecordedRequest = {
        method: init?.method ?? 'GET',
        target: pathname + search,
        headers: init?.headers as Record<string, string>,
        body: (init?.body ?? null) as string | null,
      }
      const response = await sendRecorded(request, server)
      requests.push({ request, answer: await comparable(response.clone()) })
      return response
    },
  })
  const broken = rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)
  return { broken, requests }
}

export function sendRecorded(
  { method, target, headers, body }: RecordedRequest,
  server: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(server + target, { method, headers, body, signal, redirect: 'manual' })
}

/** Two answers with the same text differ in nothing that a tool could judge. */
export async function comparable(response: Response): Promise<string> {
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  return JSON.stringify([response.status, headers, bytes.toString('latin1')])
}
