import { expect } from 'vitest'
import type { FeedServer } from './feed-server.ts'
import { keys } from './feeds.ts'

/** Returns the function that sends a query and returns the JSON of its response, which always has status 200. */
export function poster({ send }: FeedServer, key: string = keys.premium) {
  return async (query: string, variables?: Record<string, unknown>, operationName?: string) => {
    const response = await send(`/graphql?api_key=${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables, operationName }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    return response.json
  }
}

/** Writes `count` texts after each other. */
export function many(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(' ')
}
