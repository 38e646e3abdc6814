/** A conforming server with one defect, put between the checker and the mock. */
export interface Mutant {
  /** The rule that the defect breaks, by id. */
  breaks: string
  /** What the server does wrong, for the matrix. */
  defect: string
  /** Responses in the server's place; `respond` is the conforming server. */
  handle(request: Request, respond: Respond): Promise<Response>
}

/** Mutants by `rule: defect`; where entries are no handlers, `handlerOf` makes them. */
export function mutantsOf<Entry = Mutant['handle']>(
  defects: Readonly<Record<string, Entry>>,
  handlerOf = (entry: Entry) => entry as Mutant['handle'],
): Mutant[] {
  return Object.entries(defects).map(([name, entry]) => {
    const [breaks = '', ...defect] = name.split(': ')
    return { breaks, defect: defect.join(': '), handle: handlerOf(entry) }
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

/** Understands some requests as others. */
export function instead(
  applies: (request: Request) => boolean,
  change: (request: Request) => Request,
): Mutant['handle'] {
  return (request, respond) => respond(applies(request) ? change(request) : request)
}

/** Understands the query string of some requests as another. */
export function requery(
  applies: (request: Request) => boolean,
  change: (query: URLSearchParams) => void,
): Mutant['handle'] {
  return instead(applies, (request) => changed(request, { query: change }))
}

/** Sends other responses in the place of some. */
export function onResponse(
  applies: (request: Request, response: Response) => boolean,
  change: (response: Response, request: Request) => Response | Promise<Response>,
): Mutant['handle'] {
  return async (request, respond) => {
    const response = await respond(request)
    return applies(request, response) ? change(response, request) : response
  }
}

/** A successful response on a path. */
export const successOf = (path: string) => (request: Request, response: Response) =>
  pathOf(request) === path && response.status === 200

// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
export type Json = any
export type Change = (json: Json, request: Request) => void

/** Changes the body of some responses. */
export function onText(
  applies: (request: Request, response: Response) => boolean,
  change: (text: string, request: Request) => string,
): Mutant['handle'] {
  return onResponse(applies, async (response, request) =>
    altered(response, { body: change(await response.text(), request) }),
  )
}

/** Changes the JSON of some responses. */
export function onBody(
  applies: (request: Request, response: Response) => boolean,
  change: Change,
): Mutant['handle'] {
  return onText(applies, (text, request) => {
    const json = JSON.parse(text)
    change(json, request)
    return JSON.stringify(json)
  })
}

/** Changes the JSON of responses with status 200 (or another) on a path. */
export function onJson(path: string, change: Change, status = 200): Mutant['handle'] {
  const applies = (request: Request, response: Response) =>
    pathOf(request) === path && response.status === status
  return onBody(applies, change)
}

/** Sets the value at a path like `posts.0.caption`, or removes it; where the path leads nowhere, nothing. */
export function set(path: string, value?: unknown): Change {
  const names = path.split('.')
  const last = names.pop() ?? ''
  return (json) => {
    const holder = names.reduce((one, name) => one?.[name], json)
    if (holder) holder[last] = value
  }
}

/** Sets headers of some responses; null removes one. */
export function onHeaders(
  applies: (request: Request, response: Response) => boolean,
  changed: Readonly<Record<string, string | null>>,
): Mutant['handle'] {
  const headers = (all: Headers) => {
    for (const [name, value] of Object.entries(changed))
      if (value === null) all.delete(name)
      else all.set(name, value)
  }
  return onResponse(applies, (response) => altered(response, { headers }))
}
