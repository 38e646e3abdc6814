/** A conforming server with one defect, put between the checker and the mock. */
export interface Mutant {
  /** The rule that the defect breaks, by id. */
  breaks: string
  /** What the server does wrong, for the matrix. */
  defect: string
  /** Responses in the server's place; `respond` is the conforming server. */
  handle(request: Request, respond: Respond): Promise<Response>
}

/** Mutants by `rule: defect`. */
export function mutantsOf(defects: Readonly<Record<string, Mutant['handle']>>): Mutant[] {
  return Object.entries(defects).map(([name, handle]) => {
    const [breaks = '', ...defect] = name.split(': ')
    return { breaks, defect: defect.join(': '), handle }
  })
}

export type Respond = (request: Request) => Promise<Response>

/** Where a request goes, without the deployment's address. */
export function pathOf(request: Pick<Request, 'url'>): string {
  return new URL(request.url).pathname
}

export function queryOf(request: Request): URLSearchParams {
  return new URL(request.url).searchParams
}

/** The value of api_key; null when there is none. */
export function keyOf(request: Request): string | null {
  return queryOf(request).get('api_key')
}

/** The same request with another query, path or method. */
export function changed(
  request: Request,
  change: { path?: string; query?: (query: URLSearchParams) => void; method?: string },
): Request {
  const url = new URL(request.url)
  if (change.path) url.pathname = change.path
  change.query?.(url.searchParams)
  return new Request(url, {
    method: change.method ?? request.method,
    headers: request.headers,
    ...(request.body ? { body: request.body, duplex: 'half' } : {}),
  })
}

/** The same response with another status, headers or body. */
export function altered(
  response: Response,
  change: { status?: number; headers?: (headers: Headers) => void; body?: string },
): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  change.headers?.(headers)
  return new Response(change.body ?? response.body, {
    status: change.status ?? response.status,
    headers,
  })
}

/** Changes the JSON of responses with status 200 (or another) on a path. */
export function onJson(
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
  change: (json: any, request: Request) => void,
  status = 200,
): Mutant['handle'] {
  return async (request, respond) => {
    const response = await respond(request)
    if (pathOf(request) !== path || response.status !== status) return response
    const json = await response.json()
    change(json, request)
    return altered(response, { body: JSON.stringify(json) })
  }
}

/** Changes the headers of responses on a path. */
export function onHeaders(
  applies: (request: Request, response: Response) => boolean,
  change: (headers: Headers, request: Request) => void,
): Mutant['handle'] {
  return async (request, respond) => {
    const response = await respond(request)
    if (!applies(request, response)) return response
    return altered(response, { headers: (headers) => change(headers, request) })
  }
}
