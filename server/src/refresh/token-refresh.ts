import { RetryAt } from '../jobs/work-runner.ts'
import { PlatformError } from '../platform/platform-error.ts'
import { acceptRefusal } from './platform-refusal.ts'
import { type RefreshHandler, type RefreshParts, refreshed } from './refresh-parts.ts'

const day = 86_400_000
// The platform renews no token that is younger than a day, and no token at all after sixty: a week leaves many tries.
const renewalAge = 7 * day

/** Renews the platform's token from its seventh day on, and tries daily until that succeeds. */
export function createTokenRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, clock } = parts

  return async ({ accountId }, signal) => {
    const account = await refreshed(connections, accountId)
    const issuedAt = account.connection.tokenIssuedAt ?? 0
    const renewAt = issuedAt + renewalAge
    // A token from the future is one of a clock that was wrong: nobody knows how old it is.
    if (issuedAt <= clock() && clock() < renewAt) return { nextRunAt: renewAt }
    await connections.apply(accountId, 'token_refresh_started')
    try {
      const { token, expiresAt } = await platform.refreshToken(account.token, { signal })
      await connections.renewToken(accountId, account.token, { token, tokenExpiresAt: expiresAt })
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'token') {
        await acceptRefusal(error, account, parts)
        return { nextRunAt: clock() + day }
      }
      await connections.apply(accountId, 'token_refresh_put_off')
      if (!(error instanceof PlatformError)) throw error
      throw new RetryAt(error.message, clock() + day)
    }
    return { nextRunAt: clock() + renewalAge }
  }
}
