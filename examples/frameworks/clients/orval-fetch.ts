import { feed } from './settings'

/** What the generated functions call: the feed adds the address and the key. */
export async function fetchFeed<Result>(path: string, init: RequestInit): Promise<Result> {
  const response = await feed.fetch(path, init)
  const { status, headers } = response
  const data: unknown = await response.json().catch(() => undefined)
  return { status, headers, data } as Result
}
