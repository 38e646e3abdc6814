import type { Schemas } from '@photofeed/openapi'

type Body = Schemas['AccountWithPosts']

/** The body of a page with these posts, between these cursors. */
export function accountBody(
  ids: readonly string[] = [],
  cursors: { next?: string; previous?: string } = {},
  account: Partial<Body> = {},
): Body {
  return {
    username: 'harbour.lights',
    name: 'Harbour Lights',
    biography: null,
    website: null,
    profilePictureUrl: null,
    followersCount: 1280,
    followsCount: 301,
    mediaCount: 412,
    status: 'ready',
    lastFetchAt: '2026-03-01T06:00:00+00:00',
    ...account,
    posts: ids.map(postBody),
    pagination: {
      nextCursor: cursors.next ?? null,
      prevCursor: cursors.previous ?? null,
      hasMore: cursors.next !== undefined,
      perPage: 100,
    },
  }
}

/** A picture without a caption. */
export function postBody(id: string): Schemas['Post'] {
  return {
    id,
    caption: null,
    altText: null,
    mediaType: 'IMAGE',
    mediaUrl: `https://cdn.example/${id}.jpg`,
    thumbnailUrl: null,
    permalink: `https://platform.example/p/${id}/`,
    timestamp: '2026-02-28T17:45:10+00:00',
    likeCount: null,
    commentsCount: null,
  }
}
