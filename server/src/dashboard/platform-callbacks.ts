import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { contentSecurity, securityHeaders } from '../http/security-headers.ts'
import { id, parseJson } from '../platform/platform-schema.ts'
import type { Database } from '../stores/database.ts'
import type { Connection } from '../stores/service/connections.ts'
import type { DeletionProgress } from '../stores/service/deletions.ts'
import { panelPage } from './layout.ts'
import { type DashboardParts, isSmallBody } from './routes.ts'

interface CallbackParts
  extends Pick<DashboardParts, 'baseUrl' | 'connections' | 'clock' | 'onError' | 'report'> {
  deletions: Database['deletions']
  clientSecret: string
}

const paths = {
  deauthorize: '/platform/deauthorize',
  deleteData: '/platform/delete-data',
  deletions: '/platform/deletions',
}

/** How far the platform's clock may be behind ours. */
const clockDifference = 5 * 60_000

/** Creates the callbacks of the platform. No browser sends these forms: the signature identifies the platform. */
export function platformCallbacks(parts: CallbackParts): Hono {
  const { baseUrl, clientSecret, connections, deletions, clock, onError, report } = parts

  /** Returns the accounts of a signed form, without those to which access was granted after it was signed. */
  async function accountsOf(
    request: Request,
    grantedAt: (connection: Connection) => number | null,
  ): Promise<number[]> {
    const form = { secret: clientSecret, now: clock() }
    const { userId, issuedAt } = await readSignedForm(request, form)
    const found = await connections.ofPlatformOwner(userId)
    // A grant in the future is of a time when our clock was ahead.
    const isOlder = (at: number) =>
      at <= issuedAt + clockDifference || at > form.now + clockDifference
    return found
      .filter((connection) => isOlder(grantedAt(connection) ?? 0))
      .map(({ accountId }) => accountId)
  }

  const policy = contentSecurity(new URL(baseUrl).origin)
  const app = new Hono()
  for (const path of Object.values(paths)) app.use(`${path}/*`, securityHeaders(policy))

  app.post(paths.deauthorize, async (context) => {
    const accountIds = await accountsOf(context.req.raw, ({ tokenIssuedAt }) => tokenIssuedAt)
    const reason = 'This service was removed in the settings of the photo platform.'
    for (const accountId of accountIds)
      await connections.apply(accountId, 'access_lost', { reason })
    report('platformCallback', { callback: 'deauthorize', accountIds })
    return context.text(
      accountIds.length === 0
        ? 'This owner has no connected account, so there was nothing to do.\n'
        : 'The connection is broken, and the owner is notified. Stored posts are served until their deletion is requested.\n',
    )
  })

  app.post(paths.deleteData, async (context) => {
    const accountIds = await accountsOf(context.req.raw, ({ connectedAt }) => connectedAt)
    for (const accountId of accountIds) await connections.apply(accountId, 'disconnected')
    const code = await deletions.add(accountIds, clock())
    report('platformCallback', { callback: 'delete-data', accountIds })
    return context.json({ url: `${baseUrl}${paths.deletions}/${code}`, confirmation_code: code })
  })

  app.get(`${paths.deletions}/:code`, async (context) => {
    const code = context.req.param('code')
    const progress = await deletions.progress(code)
    const { title, text } = deletionTexts[progress ?? 'unknown']
    const content = html`<p class="quiet">${text}</p>
${progress && html`<p>Confirmation code: <code>${code}</code></p>`}`
    return context.html(panelPage({ title }, content), progress ? 200 : 404)
  })

  app.onError((error, context) => {
    if (error instanceof HTTPException) {
      const { status, message } = error
      const callback = context.req.path === paths.deauthorize ? 'deauthorize' : 'delete-data'
      report('rejectedCallback', { callback, status })
      return context.text(`${message}\n`, status)
    }
    onError(error)
    return context.text('Something went wrong on our side. Send the request again later.\n', 500)
  })
  return app
}

const what = 'the profile, the posts, the pictures and videos, and the access that you granted'

/** For the owner, who may only know the service's name. */
const deletionTexts: Record<DeletionProgress | 'unknown', { title: string; text: string }> = {
  'nothing stored': {
    title: 'Nothing is stored about you',
    text: 'When you requested the deletion, nothing from your account on the photo platform was stored here.',
  },
  running: {
    title: 'The deletion is running',
    text: `Your feed is no longer served. We are deleting ${what}. Most of it takes minutes. We look for what is left once more an hour later. Reload this page then.`,
  },
  done: {
    title: 'The deletion is done',
    text: `We have deleted ${what}. Backups may contain them until they are replaced.`,
  },
  'connected again': {
    title: 'Your account is connected again',
    text: 'After you requested the deletion, your account on the photo platform was connected here again. What was fetched since then is stored. If you do not want that, remove the app on the photo platform and request the deletion again.',
  },
  unknown: {
    title: 'Deletion not found',
    text: 'No deletion of the last year has this confirmation code. Check the address: the code follows the last slash.',
  },
}

const day = 86_400_000

/** Reads a form with the platform's `signed_request`. Throws HTTPException if the platform did not sign it, or not within a day. */
async function readSignedForm(request: Request, { secret, now }: { secret: string; now: number }) {
  // The largest signed request is some 4 kB.
  if (!isSmallBody(request.headers)) {
    throw new HTTPException(413, { message: 'The body is too large, or has no length.' })
  }
  const form = await request.formData().catch(() => null)
  const signed = verifySignedRequest(form?.get('signed_request'), secret)
  if (!signed) {
    throw new HTTPException(400, {
      message:
        "The signed_request is missing, or is not signed with this app's secret. Send it as a form, signed with the secret of the app that is registered with this address.",
    })
  }
  if (Math.abs(now - signed.issuedAt) > day) {
    throw new HTTPException(400, {
      message:
        'The signed_request was signed more than a day from now. Sign a new one, or check the clock.',
    })
  }
  return signed
}

const form = /^([\w-]{43})\.([\w-]{1,4096})$/

const payloadSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: id,
  issued_at: z.int().positive(),
})

/** Reads the platform's `signed_request`. Returns null unless the app's secret signed it and its content is valid. */
export function verifySignedRequest(signedRequest: unknown, secret: string) {
  if (typeof signedRequest !== 'string' || secret === '') return null
  const [, signature, payload] = form.exec(signedRequest) ?? []
  if (signature === undefined || payload === undefined) return null
  const expected = createHmac('sha256', secret).update(payload).digest()
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return null
  const json = parseJson(Buffer.from(payload, 'base64url').toString())
  const { data } = payloadSchema.safeParse(json)
  return data ? { userId: data.user_id, issuedAt: data.issued_at * 1000 } : null
}
