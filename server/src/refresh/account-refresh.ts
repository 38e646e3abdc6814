import { refresh } from '@photofeed/openapi'
import { RetryAt } from '../jobs/work-runner.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import { mapProfile } from './intake.ts'
import {
  createIntake,
  day,
  handlePlatformError,
  loadAccount,
  nextRun,
  type RefreshHandler,
  type RefreshParts,
  reportMedia,
} from './posts-refresh.ts'

/** Creates the job that fetches an account's profile with its picture, once a day. */
export function createProfileRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, refreshes } = parts

  return async (job, signal) => {
    const account = await loadAccount(connections, job.accountId)
    try {
      const { profile } = mapProfile(await platform.profile(account.token, { signal }))
      const known = await refreshes.findProfile(job.accountId)
      const intake = createIntake(parts, account.connection, signal)
      const picture = await intake.takePicture(profile.picture, known.picture)
      signal.throwIfAborted()
      reportMedia(parts, job.accountId, intake)
      await refreshes.saveProfile(job, { ...profile, picture })
    } catch (error) {
      await handlePlatformError(error, account, parts)
    }
    return { nextRunAt: nextRun(parts, refresh.profileSeconds * 1000) }
  }
}

// The platform renews tokens that are between one and sixty days old. A week leaves time for many attempts.
const renewalAge = 7 * day

/** Creates the job that renews the platform's token on its seventh day, and retries daily until that succeeds. */
export function createTokenRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, clock, report } = parts

  return async (job, signal) => {
    const { accountId } = job
    const account = await loadAccount(connections, accountId)
    const issuedAt = account.connection.tokenIssuedAt ?? 0
    const renewAt = issuedAt + renewalAge
    // A time in the future was written by a wrong clock, so that the age of the token is unknown.
    if (issuedAt <= clock() && clock() < renewAt) return { nextRunAt: renewAt }
    await connections.applyHeld(job, 'token_refresh_started')
    try {
      const { token, expiresAt } = await platform.refreshToken(account.token, { signal })
      await connections.renewToken(accountId, account.token, { token, tokenExpiresAt: expiresAt })
      report('renewedToken', { accountId })
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'token') {
        await handlePlatformError(error, account, parts)
        return { nextRunAt: clock() + day }
      }
      await connections.applyHeld(job, 'token_refresh_postponed')
      if (!(error instanceof PlatformError)) throw error
      const expiresAt = account.connection.tokenExpiresAt
      report('failedRenewal', {
        ...{ accountId, error: error.message },
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      })
      throw new RetryAt(error.message, clock() + day)
    }
    return { nextRunAt: clock() + renewalAge }
  }
}
