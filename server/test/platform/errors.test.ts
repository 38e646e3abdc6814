import { expect, test } from 'vitest'
import type { EmulatedFaultName } from '../../emulator/faults.ts'
import {
  PlatformError,
  type PlatformErrorKind,
  type PlatformProblemName,
  platformProblems,
} from '../../src/platform/platform-problems.ts'
import { connect, platformWorld, start } from './platform-world.ts'

const owner = '17851400000000001'
const minutes = (count: number) => start + count * 60_000

const pause = 'The photo platform requests a pause.'
const trouble = 'The photo platform has trouble at the moment.'
const missing =
  'The photo platform no longer lets us read the posts: a permission that you gave is missing, or the account is restricted.'
const gone =
  'The photo platform no longer shows this account to us: it was deleted, restricted or turned into a personal account.'
const unread = 'The photo platform sent something that could not be read.'

const tooMuch = "Please reduce the amount of data you're asking for, then retry your request"

type Row = [
  fault: EmulatedFaultName,
  kind: PlatformErrorKind,
  problem: PlatformProblemName,
  signs: string,
  reason: string,
  retryAt?: number,
]

const rows: Row[] = [
  [
    'token-revoked',
    'token',
    'revoked',
    '400 190',
    'The photo platform no longer accepts the access that you gave.',
  ],
  [
    'app-removed',
    'token',
    'app-removed',
    '400 190/458',
    'This service was removed in the settings of the photo platform.',
  ],
  [
    'checkpoint',
    'token',
    'checkpoint',
    '400 190/459',
    'Log in on the photo platform first, and confirm there that it is you.',
  ],
  [
    'password-changed',
    'token',
    'password-changed',
    '400 190/460',
    'Your password on the photo platform was changed, or it ended the session for security.',
  ],
  [
    'token-expired',
    'token',
    'expired',
    '400 190/463',
    'The access that you gave on the photo platform has run out.',
  ],
  [
    'unconfirmed',
    'token',
    'unconfirmed',
    '400 190/464',
    'Log in on the photo platform first, and confirm your account there.',
  ],
  [
    'token-invalid',
    'token',
    'invalidated',
    '400 190/467',
    'The photo platform has withdrawn the access that you gave.',
  ],
  [
    'session-ended',
    'token',
    'session-ended',
    '400 102',
    'The photo platform has ended the session.',
  ],
  ['no-permission', 'permission', 'no-permission', '400 10', missing],
  ['permission-denied', 'permission', 'no-permission', '403 200', missing],
  [
    'app-blocked',
    'app',
    'app-blocked',
    '400 200',
    'The photo platform has blocked the app of this service.',
  ],
  ['gone', 'gone', 'gone', '400 100/33', gone],
  ['app-throttled', 'throttled', 'app-throttled', '403 4', pause, minutes(9)],
  ['user-throttled', 'throttled', 'account-throttled', '403 17', pause, minutes(15)],
  ['page-throttled', 'throttled', 'account-throttled', '403 32', pause, minutes(15)],
  ['call-throttled', 'throttled', 'account-throttled', '403 613', pause, minutes(15)],
  ['account-throttled', 'throttled', 'account-throttled', '403 80002', pause, minutes(17)],
  ['too-many-requests', 'throttled', 'account-throttled', '429', pause, minutes(15)],
  ['unknown-trouble', 'outage', 'trouble', '500 1', trouble],
  ['temporary-trouble', 'outage', 'trouble', '500 2', trouble],
  ['transient', 'outage', 'trouble', '400 3601', trouble],
  ['server-error', 'outage', 'trouble', '500', trouble],
  ['html', 'outage', 'trouble', '502', trouble],
  ['html-200', 'outage', 'web-page', '200', 'The photo platform sent a web page instead of data.'],
  ['reset', 'outage', 'unreachable', '', 'The photo platform could not be reached.'],
  ['cut', 'outage', 'unreachable', '', 'The photo platform could not be reached.'],
  ['turned-personal', 'gone', 'gone', '400 100/33', gone],
  [
    'unknown-path',
    'malformed',
    'unknown-path',
    '400 2500',
    'The photo platform did not understand the request.',
  ],
  [
    'unknown-error',
    'malformed',
    'rejected',
    '400 9004',
    'The photo platform rejected the request.',
  ],
  ['not-json', 'malformed', 'unreadable', '200', unread],
  ['broken-json', 'malformed', 'unreadable', '200', unread],
  ['empty-body', 'malformed', 'unreadable', '200', unread],
  ['huge-body', 'malformed', 'unreadable', '200', unread],
  ['other-shape', 'malformed', 'unreadable', '', unread],
]

test.each(rows)('%s is %s', async (fault, kind, problem, signs, reason, retryAt = undefined) => {
  const world = await platformWorld()
  const { token } = await connect(world)
  world.emulator.faults.set(owner, fault)
  const error = await world.client.profile(token).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(PlatformError)
  const found = error as PlatformError
  const { status, code, subcode } = found
  expect([status, code, subcode].filter((sign) => sign !== null).join(' ')).toBe(
    signs.replace('/', ' '),
  )
  expect({ kind: found.kind, problem: found.problem, reason: found.reason }).toEqual({
    kind,
    problem,
    reason,
  })
  expect(found.retryAt).toBe(retryAt ?? null)
  expect(found.message.startsWith(`profile: ${reason}`)).toBe(true)
})

test('every problem of the table is met', () => {
  const elsewhere = [
    ...['invalid-app', 'invalid-code', 'paused', 'timed-out'],
    ...['too-much-data', 'unknown-field'],
  ]
  const met = new Set<string>([...rows.map(([, , problem]) => problem), ...elsewhere])
  expect(Object.keys(platformProblems).filter((name) => !met.has(name))).toEqual([])
})

test('the message contains the platform’s words, for the operator', async () => {
  const world = await platformWorld()
  const { token } = await connect(world)
  world.emulator.faults.set(owner, 'password-changed')
  await expect(world.client.profile(token)).rejects.toThrow(
    'profile: Your password on the photo platform was changed, or it ended the session for security. ' +
      '(HTTP 400, error 190/460, Error validating access token: The session has been invalidated because ' +
      'the user changed their password or the session was changed for security reasons.)',
  )
})

test('a token that the owner ended is replaced by connecting again', async () => {
  const world = await platformWorld()
  const { token } = await connect(world)
  world.emulator.faults.set(owner, 'app-removed')
  await expect(world.client.profile(token)).rejects.toMatchObject({ problem: 'app-removed' })
  const again = await connect(world)
  expect(await world.client.profile(again.token)).toMatchObject({ user_id: owner })
  await expect(world.client.profile(token)).rejects.toMatchObject({ problem: 'app-removed' })
})

test('an unknown token and a missing permission', async () => {
  const world = await platformWorld()
  await expect(world.client.profile('IGAAunknown')).rejects.toMatchObject({
    kind: 'token',
    problem: 'revoked',
  })
})

test.each([
  [{ error: { code: 190, error_subcode: 458, is_transient: true } }, 400, 'trouble'],
  [{ error: { code: 4, is_transient: true } }, 400, 'app-throttled'],
  [{ error: { code: 190, error_subcode: 999 } }, 400, 'revoked'],
  [{ error: { code: 100, error_subcode: 34 } }, 400, 'rejected'],
  [{ error: { code: 100 } }, 400, 'rejected'],
  [{ error: { code: 299 } }, 400, 'no-permission'],
  [{ error: { code: 300 } }, 400, 'rejected'],
  [{ error: { code: 190 } }, 200, 'revoked'],
  [{ error: { code: 190 } }, 500, 'revoked'],
  [{ error: { code: 9004 } }, 500, 'trouble'],
  [{ error: { code: 1, message: tooMuch, is_transient: true } }, 500, 'too-much-data'],
  [{ error: { code: 1, message: 'An error', error_user_msg: tooMuch } }, 500, 'too-much-data'],
  [{ error: { code: 1 } }, 500, 'trouble'],
  [{ error: { code: '190' } }, 400, 'rejected'],
  [{ error: {} }, 503, 'trouble'],
  [{ error: 'no' }, 400, 'rejected'],
  [{ error_type: 'OAuthException', code: 400, error_message: 'No' }, 400, 'rejected'],
  [{ error_type: 'OAuthRateLimitException', code: 429 }, 429, 'account-throttled'],
  [{ user_id: '1', username: 'a' }, 302, 'rejected'],
])('%j with %i', async (body, status, problem) => {
  const fetch = async () => Response.json(body, { status })
  const { client } = await platformWorld({ fetch })
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({ problem })
})
