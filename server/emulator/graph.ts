import { Hono } from 'hono'
import { permissions } from '../src/platform/platform-schema.ts'
import { deliver, type EmulatorContext, type EmulatorEnv } from './delivery.ts'
import type { EmulatedUser } from './emulated-users.ts'
import { graphError } from './errors.ts'
import type { Endpoint, Fault } from './faults.ts'
import { expectKnown, parseFields, select } from './fields.ts'
import { type EmulatedToken, longSeconds } from './grants.ts'
import { listingPage } from './listing.ts'
import { profileJson } from './platform-json.ts'
import type { PlatformState } from './platform-state.ts'

interface GraphRequest {
  context: EmulatorContext
  token: EmulatedToken
  user: EmulatedUser
  fault: Fault | null
}

/** The graph host: long-lived tokens, profile and posts. */
export function graph(state: PlatformState): Hono<EmulatorEnv> {
  const { grants, users, faults } = state

  const respond =
    (endpoint: Endpoint, build: (request: GraphRequest) => unknown) =>
    (context: EmulatorContext) => {
      const token = grants.find(context.req.query('access_token') ?? '')
      const user = users.get(token.userId)
      const fault = faults.take(user.userId, endpoint, token.number)
      setUsage(context, user.userId, fault)
      return deliver(context, fault, state, () => build({ context, token, user, fault }))
    }

  return new Hono<EmulatorEnv>()
    .get(
      '/access_token',
      respond('long-token', ({ context, token }) => {
        expectQuery(context, 'grant_type', 'ig_exchange_token')
        const secret = state.apps.get(token.clientId)?.clientSecret
        if (context.req.query('client_secret') !== secret) throw wrongSecret()
        return tokenJson(grants.lengthen(token))
      }),
    )
    .get(
      '/refresh_access_token',
      respond('refresh', ({ context, token }) => {
        expectQuery(context, 'grant_type', 'ig_refresh_token')
        requireOf(token, permissions.basic)
        return tokenJson(grants.refresh(token))
      }),
    )
    .on(
      'GET',
      ['/me', `${versioned}/me`],
      respond('profile', (request) => {
        const profile = profileResponse(request, state)
        return state.settings.shape === 'wrapped' ? { data: [profile] } : profile
      }),
    )
    .on(
      'GET',
      ['/:user/media', `${versioned}/:user/media`],
      respond('media', (request) => mediaResponse(request, state)),
    )
    .all('*', ({ req }) => {
      throw graphError({ code: 100, message: `Unsupported request - method type: ${req.method}` })
    })
}

function profileResponse({ context, token, user, fault }: GraphRequest, { urls }: PlatformState) {
  requireOf(token, permissions.basic)
  const { platformUrl } = user.profile.picture ?? {}
  const picture = platformUrl
    ? { file: null, platformUrl: urls.sign(user.userId, platformUrl) }
    : null
  const json = {
    ...profileJson({ platformId: user.userId, profile: { ...user.profile, picture } }),
    id: user.appScopedId,
    account_type: 'BUSINESS',
  }
  const fields = parseFields(context.req.query('fields') ?? 'id')
  expectKnown(fields, 'profile', fault?.lacks)
  return select(json, fields)
}

function mediaResponse(
  { context, token, user, fault }: GraphRequest,
  { urls, users }: PlatformState,
) {
  const { req } = context
  requireOf(token, permissions.basic)
  if (req.param('user') !== 'me' && req.param('user') !== user.userId) throw gone()
  const fields = parseFields(req.query('fields') ?? 'id')
  expectKnown(fields, 'post', fault?.lacks)
  if (fields.has('comments')) requireOf(token, permissions.comments, fault)
  const limit = Math.min(Math.max(Number(req.query('limit') ?? 25) || 25, 1), 100)
  if (fault?.mostPosts !== undefined && limit > fault.mostPosts) throw tooMuchData()
  const { json, nextPost } = listingPage(user, urls, {
    fields,
    limit,
    after: req.query('after') ?? null,
    next(after) {
      const url = new URL(req.url)
      url.searchParams.set('after', after)
      return url.href
    },
  })
  if (fault?.deletesNext && nextPost) users.deletePost(user.userId, nextPost.id)
  return fault?.edit ? fault.edit(json) : json
}

function tokenJson({ text }: EmulatedToken) {
  return { access_token: text, token_type: 'bearer', expires_in: longSeconds }
}

function requireOf(token: EmulatedToken, permission: string, fault?: Fault | null): void {
  if (token.permissions.includes(permission) && fault?.withdraws !== permission) return
  throw graphError({
    code: 10,
    message: `(#10) This needs the permission ${permission}, which was not granted`,
  })
}

function expectQuery({ req }: EmulatorContext, name: string, value: string): void {
  if (req.query(name) === value) return
  throw graphError({ code: 100, message: `(#100) The parameter ${name} must be ${value}` })
}

/** Its message says nothing; the words are those for users. */
const tooMuchData = () =>
  graphError({
    ...{ status: 500, code: 1, subcode: 99, message: 'An unknown error occurred' },
    userMessage: "Please reduce the amount of data you're asking for, then retry your request",
  })
const wrongSecret = () => graphError({ code: 101, message: 'Error validating client secret' })
const gone = () =>
  graphError({
    code: 100,
    subcode: 33,
    type: 'IGApiException',
    message: 'Unsupported get request. Object does not exist or cannot be loaded',
  })

/** Tokens are requested without a version. */
const versioned = '/:version{v[0-9]+\\.[0-9]}'
/** Of requests whose path has no version. */
const appVersion = 'v25.0'

/** Sets the platform's headers about its version and its limits, which every response of the graph host has. */
function setUsage(context: EmulatorContext, userId: string, fault: Fault | null): void {
  context.header('facebook-api-version', context.req.param('version') ?? appVersion)
  if (fault?.usage === null) return
  const { app = 1, account = 1, minutes = 0 } = fault?.usage ?? {}
  const measures = (share: number) => ({ call_count: share, total_cputime: 0, total_time: 0 })
  const ofAccount = {
    type: 'instagram',
    ...measures(account),
    estimated_time_to_regain_access: minutes,
  }
  context.header('X-App-Usage', JSON.stringify(measures(app)))
  context.header('X-Business-Use-Case-Usage', JSON.stringify({ [userId]: [ofAccount] }))
}
