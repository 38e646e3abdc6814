import type { FeedRequest } from '@photofeed/core'

/** The name of the header and of the cookie. */
const name = 'x-photofeed-scenario'
const cookie = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`)

/**
 * Returns the scenario that a request selects with a header or a cookie; null without one. A test sets them in its browser,
 * and the server under test forwards them.
 */
export function selectedScenario({ header }: Pick<FeedRequest, 'header'>): string | null {
  return header(name)?.trim() || cookie.exec(header('cookie') ?? '')?.[1]?.trim() || null
}
