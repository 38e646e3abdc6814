import type { Connections } from '../accounts/connection.ts'
import { RetryAt } from '../jobs/work-runner.ts'
import { PlatformError } from '../platform/platform-error.ts'
import type { Refreshed } from './refresh-parts.ts'

/**
 * What a refresh does when the platform gives nothing. Only a refused token breaks the connection: a throttled or ailing
 * platform leaves everything as it is, and the run is tried again.
 */
export async function acceptRefusal(
  error: unknown,
  { connection, token }: Refreshed,
  { connections, clock }: { connections: Connections; clock(): number },
): Promise<void> {
  if (!(error instanceof PlatformError)) throw error
  if (error.kind === 'throttled') throw new RetryAt(error.message, error.retryAt ?? clock())
  if (error.kind !== 'token') throw error
  const isCurrent = await connections.refuseToken(connection.accountId, token, error.reason)
  if (!isCurrent) throw new RetryAt('The owner has given access anew meanwhile.', clock())
}
