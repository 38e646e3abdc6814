import type { FeedPage } from '../feed-page.ts'

/**
 * A page as plain data: it survives JSON, and with it the way from server to browser. The answer's headers are left
 * out, since they differ each time and would make equal pages unequal; `connection` holds what they tell.
 */
export interface FeedPageData extends Omit<FeedPage, 'response' | 'next' | 'previous'> {}

export function pageData(page: FeedPage): FeedPageData {
  const { account, posts, pagination, connection, cursor } = page
  return { account, posts, pagination, connection, cursor }
}
