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

const tooMuch = "Please reduce the amount of data you're asking for, then retry your request"

type Row = [
  fault: EmulatedFaultName,
  kind: PlatformErrorKind,
  problem: PlatformProblemName,
  signs: string,
  retryAt?: number,
]

const rows: Row[] = [
  ['token-revoked', 'token', 'revoked', '400 190'],
  ['app-removed', 'token', 'revoked', '400 190/458'],
  ['checkpoint', 'token', 'checkpoint', '400 190/459'],
  ['password-changed', 'token', 'revoked', '400 190/460'],
  ['token-expired', 'token', 'revoked', '400 190/463'],
  ['unconfirmed', 'token', 'checkpoint', '400 190/464'],
  ['token-invalid', 'token', 'revoked', '400 190/467'],
  ['session-ended', 'token', 'revoked', '400 102'],
  ['no-permission', 'permission', 'no-permission', '400 10'],
  ['permission-denied', 'permission', 'no-permission', '403 200'],
  ['app-blocked', 'app', 'app-blocked', '400 200'],
  ['gone', 'gone', 'gone', '400 100/33'],
  ['app-throttled', 'throttled', 'app-throttled', '403 4', minutes(9)],
  ['user-throttled', 'throttled', 'account-throttled', '403 17', minutes(15)],
  ['page-throttled', 'throttled', 'account-throttled', '403 32', minutes(15)],
  ['call-throttled', 'throttled', 'account-throttled', '403 613', minutes(15)],
  ['account-throttled', 'throttled', 'account-throttled', '403 80002', minutes(17)],
  ['too-many-requests', 'throttled', 'account-throttled', '429', minutes(15)],
  ['unknown-trouble', 'outage', 'trouble', '500 1'],
  ['temporary-trouble', 'outage', 'trouble', '500 2'],
  ['transient', 'outage', 'trouble', '400 3601'],
  ['server-error', 'outage', 'trouble', '500'],
  ['html', 'outage', 'trouble', '502'],
  ['html-200', 'outage', 'web-page', '200'],
  ['reset', 'outage', 'unreachable', ''],
  ['cut', 'outage', 'unreachable', ''],
  ['turned-personal', 'gone', 'gone', '400 100/33'],
  ['unknown-path', 'malformed', 'rejected', '400 2500'],
  ['unknown-error', 'malformed', 'rejected', '400 9004'],
  ['not-json', 'malformed', 'unreadable', '200'],
  ['broken-json', 'malformed', 'unreadable', '200'],
  ['empty-body', 'malformed', 'unreadable', '200'],
  ['huge-body', 'malformed', 'unreadable', '200'],
  ['other-shape', 'malformed', 'unreadable', ''],
]

test.each(rows)('%s is %s', async (fault, kind, problem, signs, retryAt = undefined) => {
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
  expect([found.kind, found.problem]).toEqual([kind, problem])
  expect(found.retryAt).toBe(retryAt ?? null)
  expect(found.message.startsWith(`profile: ${found.reason}`)).toBe(true)
})

test('every problem of the table is met', () => {
  const elsewhere = [
    ...['invalid-app', 'invalid-code', 'paused', 'timed-out'],
    ...['too-much-data', 'unknown-field'],
  ]
  const met = new Set<string>([...rows.map(([, , problem]) => problem), ...elsewhere])
  expect(Object.keys(platformProblems).filter((name) => !met.has(name))).toEqual([])
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

test.each([
  [{ user_id: '1', username: 'a' }, 'ok'],
  [{ error: { code: 4 } }, 'app-throttled'],
])('%j is reported with its result and its seconds', async (body, result) => {
  const reports: unknown[] = []
  let now = start
  const { client } = await platformWorld({
    clock: () => now,
    async fetch() {
      now += 1500
      return Response.json(body)
    },
    report: (...event) => reports.push(event),
  })
  await client.profile('IGAAtoken').catch(() => {})
  expect(reports).toEqual([['platformRequest', { operation: 'profile', result, seconds: 1.5 }]])
})
