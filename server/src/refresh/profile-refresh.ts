import { refresh } from '@photofeed/openapi'
import { mapProfile } from '../import/mapping.ts'
import { acceptRefusal } from './platform-refusal.ts'
import { mediaIntake, type RefreshHandler, type RefreshParts, refreshed } from './refresh-parts.ts'

/** Fetches an account's profile with its picture, once a day. */
export function createProfileRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, refreshes, clock } = parts

  return async (job, signal) => {
    const account = await refreshed(connections, job.accountId)
    try {
      const { profile } = mapProfile(await platform.profile(account.token, { signal }))
      const known = await refreshes.findProfile(job.accountId)
      const picture =
        profile.picture &&
        (await mediaIntake(parts, account.connection, signal).take({
          media: profile.picture,
          folder: null,
          known: known.picture,
          // The platform signs the URL anew each time, so only the content shows whether the picture is another one.
          refetch: true,
          picture: true,
        }))
      signal.throwIfAborted()
      await refreshes.saveProfile(job, { ...profile, picture })
    } catch (error) {
      await acceptRefusal(error, account, parts)
    }
    return { nextRunAt: clock() + refresh.profileSeconds * 1000 }
  }
}
