import { refresh } from '@photofeed/openapi'
import { isBroken } from '../connections/lifecycle.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import { type ClaimedWork, renewalAgeMs } from '../stores/service/work-kinds.ts'
import { type Handler, RetryAt } from '../work/work-runner.ts'
import { mapProfile } from './mapping.ts'
import {
  createIntake,
  createRefresh,
  day,
  nextRunIn,
  type RefreshParts,
  reportMedia,
} from './refresh.ts'

/** Creates the job that fetches an account's profile with its picture, once a day. */
export function createProfileRefresh(parts: RefreshParts): Handler<ClaimedWork<'profile'>> {
  const { platform, refreshes } = parts
  const nextRun = () => nextRunIn(parts, refresh.profileSeconds * 1000)
  return createRefresh<'profile'>(parts, {
    whenBrokenMs: nextRun,
    async run(job, { connection, token }, signal) {
      const known = connection.profile
      const { profile } = mapProfile(await platform.profile(token, { signal }), known)
      const intake = createIntake(parts, connection, signal)
      const picture = await intake.takePicture(profile.picture, known.picture)
      signal.throwIfAborted()
      reportMedia(parts, job.accountId, intake)
      return () => refreshes.finishProfile(job, { ...profile, picture }, nextRun())
    },
  })
}

/** Creates the job that renews the platform's token on its seventh day, and retries daily until that succeeds. */
export function createTokenRefresh(parts: RefreshParts): Handler<ClaimedWork<'token'>> {
  const { platform, connections, clock, report, work } = parts
  return createRefresh<'token'>(parts, {
    whenBrokenMs: () => day,
    async run(job, { connection, token }, signal) {
      const { accountId } = job
      const ageMs = clock() - (connection.tokenIssuedAt ?? 0)
      // A clock that was ahead issued a token in the future: when that expires is unknown too.
      const isFresh = ageMs >= 0 && ageMs < renewalAgeMs
      if (isFresh) return () => work.complete(job, renewalAgeMs - ageMs)
      await connections.apply(accountId, 'token_refresh_started', { job })
      try {
        const renewed = await platform.refreshToken(token, { signal })
        const access = { token: renewed.token, tokenExpiresAt: renewed.expiresAt }
        // The owner may have granted access again meanwhile.
        if (await connections.renewToken(accountId, token, access)) {
          report('renewedToken', { accountId })
        }
      } catch (error) {
        if (error instanceof PlatformError && error.kind === 'token') throw error
        if (isBroken(connection.state)) throw error
        await connections.apply(accountId, 'token_refresh_postponed', { job })
        if (!(error instanceof PlatformError)) throw error
        const expiresAt = connection.tokenExpiresAt
        report('failedRenewal', {
          ...{ accountId, error: error.message },
          expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        })
        throw new RetryAt(error.message, clock() + day, { isPause: false })
      }
      return () => work.complete(job, renewalAgeMs)
    },
  })
}
