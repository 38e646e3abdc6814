import type { Schemas } from '@photofeed/openapi'
import { limitFields, limitsOfFields, mediaUrl } from './posts.ts'
import type { Call } from './request.ts'
import { cachePage, pageKey, respond, validated } from './respond.ts'
import type { StoredAccount, StoredProfile } from './store.ts'
import { formatTimestamp } from './timestamp.ts'

/** GET /api/v1/accounts: the profile as one JSON:API resource. */
export async function accounts(call: Call) {
  const { account, context } = call
  const key = pageKey(call, '')
  const cached = context.pages?.get(key)
  if (cached) return respond(call, cached)
  const attributes = accountResource(account, context.cdnUrl)
  const document: Schemas['AccountDocument'] = {
    data: { type: 'accounts', id: account.platformId, attributes },
  }
  return respond(call, cachePage(call, key, validated(JSON.stringify(document))))
}

/** The profile and connection of an account, as section 2.1 gives them without posts. */
export function accountResource(account: StoredAccount, cdnUrl: string): Schemas['Account'] {
  const profile = limitProfile(account.profile)
  return {
    username: profile.username,
    name: profile.name,
    biography: profile.biography,
    website: isWebUrl(profile.website) ? profile.website : null,
    profilePictureUrl: profile.picture && mediaUrl(cdnUrl, profile.picture),
    followersCount: profile.followersCount,
    followsCount: profile.followsCount,
    mediaCount: profile.mediaCount,
    status: account.status,
    lastFetchAt: account.lastFetchAt === null ? null : formatTimestamp(account.lastFetchAt),
  }
}

/** Returns a profile as openapi.yaml allows it: itself, if it exceeds nothing. */
export function limitProfile(profile: StoredProfile, limits = limitsOfFields): StoredProfile {
  return limitFields(profile, limits.Account)
}

/** Whether a client may link to a text. Owners write what they like into a profile, `javascript:` too. */
export function isWebUrl(text: string | null): text is string {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text)
}
