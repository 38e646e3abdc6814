import type { Answer } from '../judging/documented.ts'

/** What `toKeepContract` judges: a `Response` of fetch, or the parts of one. */
export type ReceivedAnswer =
  | Response
  | {
      status: number
      /** `Headers`, or an object of names and values. */
      headers: HeadersInit
      /** As it was sent: text, not a parsed object. */
      body: string
      /** The address that was asked. Without it, rules about what was asked for do not apply. */
      url?: string
    }

export interface ReadAnswer extends Answer {
  /** Null when it is not known. */
  url: string | null
}

/** Reads the answer; a `Response` can be read again afterwards. @throws {TypeError} when it is something else. */
export async function readAnswer(received: unknown): Promise<ReadAnswer> {
  if (isResponse(received)) return readResponse(received)
  const { status, headers, body, url } = (received ?? {}) as Record<string, unknown>
  if (typeof status !== 'number' || !isObject(headers) || typeof body !== 'string') {
    throw new TypeError(
      'toKeepContract judges a Response of fetch, or { status, headers, body } with the body as text. Is an await missing?',
    )
  }
  return {
    ...{ status, body, headers: new Headers(headers as HeadersInit) },
    url: typeof url === 'string' ? url : null,
  }
}

async function readResponse(response: Response): Promise<ReadAnswer> {
  if (response.bodyUsed) {
    throw new TypeError(
      'The body of the response was read before. Call toKeepContract first, which reads a copy of it.',
    )
  }
  const { status, headers, url } = response
  return { status, headers, body: await response.clone().text(), url: url || null }
}

/** The Response of another implementation of fetch is no instance of the global one. */
function isResponse(value: unknown): value is Response {
  return typeof (value as Partial<Response> | null | undefined)?.clone === 'function'
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
