import { Hono } from 'hono'
import type { Connection, Connections } from '../accounts/connection.ts'
import { contentSecurity, securityHeaders } from '../dashboard/guards.ts'
import { problemNamed } from '../platform/platform-problems.ts'
import { deletionPage, unknownDeletionPage } from './deletion-page.ts'
import type { DeletionRequests } from './deletion-requests.ts'
import { readSignedForm } from './signed-form.ts'

export interface CallbackParts {
  /** Where this server is, without a trailing slash. */
  baseUrl: string
  /** The app's secret, with which the platform signs. */
  clientSecret: string
  connections: Pick<Connections, 'ofPlatformOwner' | 'apply'>
  deletions: DeletionRequests
  clock(): number
  onError(error: unknown): void
}

const paths = {
  deauthorise: '/platform/deauthorise',
  deleteData: '/platform/delete-data',
  deletions: '/platform/deletions',
}

/** How far the platform's clock may be behind ours. */
const clockDifference = 5 * 60_000

/**
 * What the platform calls when an owner removes the app there, or asks for their data to be deleted. No browser comes to
 * the forms, so there is no session to protect: the signature alone says who speaks.
 */
export function platformCallbacks(parts: CallbackParts): Hono {
  const { baseUrl, clientSecret, connections, deletions, clock, onError } = parts
  const read = (request: Request) => readSignedForm(request, { secret: clientSecret, now: clock() })

  /** A request that comes late, or twice, says nothing about access that was given after it was signed. */
  async function meant(
    { userId, issuedAt }: { userId: string; issuedAt: number },
    givenAt: (connection: Connection) => number | null,
  ): Promise<number[]> {
    const found = await connections.ofPlatformOwner(userId)
    return found
      .filter((connection) => (givenAt(connection) ?? 0) <= issuedAt + clockDifference)
      .map(({ accountId }) => accountId)
  }

  const policy = contentSecurity({ cdnUrl: baseUrl })
  const app = new Hono()
  for (const path of Object.values(paths)) app.use(`${path}/*`, securityHeaders(policy))

  app.post(paths.deauthorise, async (context) => {
    const signed = await read(context.req.raw)
    if ('sentence' in signed) return context.text(`${signed.sentence}\n`, signed.status)
    const accountIds = await meant(signed, ({ tokenIssuedAt }) => tokenIssuedAt)
    const { reason } = problemNamed('app-removed')
    for (const accountId of accountIds) await connections.apply(accountId, 'token_refused', reason)
    return context.text(
      accountIds.length === 0
        ? 'Nothing is connected for this owner, so there was nothing to do.\n'
        : 'Noted. The owner is told. What was fetched is served on until its deletion is asked for.\n',
    )
  })

  app.post(paths.deleteData, async (context) => {
    const signed = await read(context.req.raw)
    if ('sentence' in signed) return context.text(`${signed.sentence}\n`, signed.status)
    const accountIds = await meant(signed, ({ connectedAt }) => connectedAt)
    for (const accountId of accountIds) await connections.apply(accountId, 'disconnected')
    const code = await deletions.add(accountIds, clock())
    return context.json({ url: `${baseUrl}${paths.deletions}/${code}`, confirmation_code: code })
  })

  app.get(`${paths.deletions}/:code`, async (context) => {
    const code = context.req.param('code')
    const progress = await deletions.progress(code)
    if (!progress) return context.html(unknownDeletionPage(), 404)
    return context.html(deletionPage(progress, code))
  })

  app.onError((error, context) => {
    onError(error)
    return context.text(
      'Something went wrong here, not with the request. Send it again later.\n',
      500,
    )
  })
  return app
}
