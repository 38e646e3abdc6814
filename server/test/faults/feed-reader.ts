import { undocumented } from '@photofeed/contract'
import type { Schemas } from '@photofeed/openapi'
import { expect } from 'vitest'

export const supportEmail = 'help@photofeed.example'

/** The specified answer to what goes wrong on our side. */
export const failure = {
  errors: [
    {
      status: '500',
      code: 'INTERNAL_SERVER_ERROR',
      title: 'Internal Server Error',
      detail: `Something went wrong on our side. Please try again; if it keeps happening, contact ${supportEmail}.`,
    },
  ],
}

/** What clients see of the service at an address. */
export function feedReader(url: string) {
  /** Sends a request; the answer must be one that openapi.yaml documents. */
  async function ask(path: string, apiKey: string, query = '') {
    const response = await fetch(`${url}${path}?api_key=${apiKey}${query}`)
    const { status, headers } = response
    const text = await response.text()
    expect(undocumented(path, 'GET', { status, headers, body: text })).toEqual([])
    return { status, headers, text }
  }

  return {
    ask,
    async read(apiKey: string, query?: string) {
      const { status, headers, text } = await ask('/api/v1/me', apiKey, query)
      return { status, headers, body: JSON.parse(text) as Schemas['AccountWithPosts'] }
    },
    /** The status and the text of an answer to a URL of ours. */
    async load(mediaUrl: string) {
      const response = await fetch(mediaUrl)
      const isText = response.headers.get('content-type')?.startsWith('text/')
      const body = await response.arrayBuffer()
      return [response.status, isText ? Buffer.from(body).toString() : body.byteLength > 0]
    },
  }
}
