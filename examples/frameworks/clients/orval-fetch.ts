import { apiKey, baseUrl } from './settings'

/** What the generated functions call: it adds the address and the key. */
export async function fetchFeed<Result>(path: string, init: RequestInit): Promise<Result> {
  const url = new URL(path, baseUrl)
  url.searchParams.set('api_key', apiKey)
  const response = await fetch(url, init)
  const { status, headers } = response
  const data: unknown = await response.json().catch(() => undefined)
  return { status, headers, data } as Result
}
