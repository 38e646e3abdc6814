import { undocumented } from '@photofeed/contract'
import { routes } from '@photofeed/openapi'
import { expect } from 'vitest'

export interface SentResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and reach into them freely
  json: any
}

/** Sends a request; the response of the service must be documented in openapi.yaml. */
export async function send(url: string, init: RequestInit = {}): Promise<SentResponse> {
  const response = await fetch(url, init)
  const text = await response.text()
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  const path = new URL(url).pathname
  const method = init.method ?? 'GET'
  const methods: readonly string[] = routes[path as keyof typeof routes]?.methods ?? []
  if (methods.includes(method) && !type.includes('html')) {
    expect(undocumented(path, method, { status, headers, body: text })).toEqual([])
  }
  return {
    status,
    headers,
    text,
    json: type.includes('json') && text ? JSON.parse(text) : undefined,
  }
}
