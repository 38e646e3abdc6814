import type { Schemas } from '@photofeed/openapi'
import { mediaUrl } from './post-media.ts'
import type { StoredAccount } from './store.ts'
import { formatTimestamp } from './timestamp.ts'

/** The profile and connection of an account, as section 2.1 gives them without posts. */
export function accountResource(account: StoredAccount, cdnUrl: string): Schemas['Account'] {
  const { profile } = account
  return {
    username: profile.username,
    name: profile.name,
    biography: profile.biography,
    website: profile.website,
    profilePictureUrl: profile.picture && mediaUrl(cdnUrl, profile.picture),
    followersCount: profile.followersCount,
    followsCount: profile.followsCount,
    mediaCount: profile.mediaCount,
    status: account.status,
    lastFetchAt: account.lastFetchAt === null ? null : formatTimestamp(account.lastFetchAt),
  }
}
