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
      const picture =
        profile.picture &&
        (await mediaIntake(parts, account.connection, job, signal).take({
          // The platform signs the URL anew each time, so whether the picture is another one only its content tells.
          ...{ media: profile.picture, folder: null, known: null, picture: true },
        }))
      signal.throwIfAborted()
      await refreshes.saveProfile(job, { ...profile, picture })
    } catch (error) {
      await acceptRefusal(error, account, parts)
    }
    return { nextRunAt: clock() + refresh.profileSeconds * 1000 }
  }
}
