/** The head of an answer as plain data. Names of headers are in lower case; in a browser only exposed ones are there. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export function responseInfo({ status, headers }: Response): ResponseInfo {
  return { status, headers: Object.fromEntries(headers) }
}
