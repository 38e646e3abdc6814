import { scryptSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
import { onBothDatabasesInLongRuns, testSecret } from '../../test/support/databases.ts'
import {
  connect,
  quickPasswords,
  sendOwnerMails,
  tokenIn,
  type WithResults,
  withResults,
} from '../../test/support/owners.ts'
import { queuedMessages } from '../../test/support/queues.ts'
import { testSettings } from '../../test/support/settings.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Database } from '../stores/database.ts'
import { createOwners, type Owners } from './owners.ts'
import { type PasswordHashing, scryptPasswords } from './passwords.ts'

const mara = { email: 'mara@harbour.example', password: 'low tide at noon' }
const finn = { email: 'finn@harbour.example', password: 'high tide at noon' }
const here = { address: '192.0.2.1' }
const dayMs = 86_400_000
const network = (number: number) => ({ address: `2001:db8:${number.toString(16)}::1` })

/** The headers of a browser that stores the response's cookies. */
function browser(response: { ok: boolean; cookies?: readonly string[] }): Headers {
  const pairs = (response.cookies ?? []).map((cookie) => cookie.split(';', 1)[0])
  return new Headers({ Cookie: pairs.join('; ') })
}

/** Passwords that are hashed when they are released. */
function heldPasswords() {
  const started: string[] = []
  const { promise: released, resolve: release } = signal()
  const hold = async (password: string) => {
    started.push(password)
    await released
    return password
  }
  const passwords: PasswordHashing = {
    hash: async (password) => quickPasswords.hash(await hold(password)),
    verify: async ({ hash, password }) =>
      quickPasswords.verify({ hash, password: await hold(password) }),
  }
  return { started, release, passwords }
}

onBothDatabasesInLongRuns((databases) => {
  let database: Database
  let owners: WithResults<Owners>
  let mails: Mail[]
  let reports: unknown[]
  let now: number
  /** How many mails fail before one is taken. */
  let unreachable: number

  async function send(mail: Mail): Promise<void> {
    unreachable -= 1
    if (unreachable >= 0) throw new Error('No mail server')
    mails.push(mail)
  }

  const open = (changes: Partial<Parameters<typeof createOwners>[0]> = {}): WithResults<Owners> =>
    withResults(
      createOwners({
        ...{ ...database, secret: testSecret, baseUrl: 'http://feeds.example' },
        ...{ passwords: quickPasswords, settings: testSettings, mailer: { send } },
        clock: () => now,
        onError(error) {
          throw error
        },
        report: (...event) => reports.push(event),
        ...changes,
      }),
    )

  /** Signs an owner up. Returns the visitor with the session. */
  async function signedUp(who = mara) {
    const headers = browser(await owners.signUp(who, here))
    const session = await owners.sessions.find(headers)
    if (!session) throw new Error('No session')
    return { ...here, headers, owner: session.owner }
  }

  const rowsOf = (table: 'owner' | 'owner_session' | 'owner_browser' | 'owner_link') =>
    database.tables.db.selectFrom(table).selectAll().execute()

  beforeEach(async () => {
    database = await databases.open()
    mails = []
    reports = []
    now = Date.UTC(2026, 2, 1)
    unreachable = 0
    owners = open()
  })

  it('signs up an owner on the Free plan, whatever else the body contains', async () => {
    const form = { ...mara, email: 'Mara@Harbour.Example', plan: 'premium' }
    const response = await owners.signUp(form, here)
    const session = await owners.sessions.find(browser(response))
    expect(session?.owner).toEqual({ id: expect.any(String), email: mara.email, plan: 'free' })
  })

  it('ends the session of the owner before, who used the browser', async () => {
    const { headers } = await signedUp(finn)
    expect(await owners.signUp(mara, { ...here, headers })).toMatchObject({ ok: true })
    expect(await owners.sessions.find(headers)).toBeNull()
  })

  it('signs up one of two visitors who enter the same address at the same time', async () => {
    const both = await Promise.all([owners.signUp(mara, here), owners.signUp(mara, here)])
    const rejection = both.filter(({ ok }) => !ok)
    expect(rejection).toEqual([{ ok: false, reason: 'EMAIL_TAKEN' }])
    expect(await rowsOf('owner')).toHaveLength(1)
  })

  it('stores passwords, sessions, browsers and links as hashes', async () => {
    owners = open({ passwords: scryptPasswords })
    const { headers } = await signedUp()
    await owners.byMail?.resetPassword(mara, here)
    const waiting = await queuedMessages(database)
    await sendOwnerMails(database, owners)
    const token = tokenIn(mails[0])
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const stored = [await rowsOf('owner'), await rowsOf('owner_link'), waiting]
    const sessions = [await rowsOf('owner_session'), await rowsOf('owner_browser')]
    const values = [...(headers.get('Cookie') ?? '').matchAll(/=(\w+)/g)].map(([, value]) => value)
    expect(values.map((value) => value?.length)).toEqual([64, 32])
    for (const secret of [token, mara.password, ...values]) {
      expect(JSON.stringify([...stored, ...sessions])).not.toContain(secret)
    }
    const limits = await database.tables.db.selectFrom('rate_limit').selectAll().execute()
    expect(JSON.stringify(limits)).not.toMatch(/mara@|192\.0/)

    const [name, N, r, p, salt = '', hash] = (await rowsOf('owner'))[0]?.password?.split(':') ?? []
    expect([name, N, r, p]).toEqual(['scrypt', '16384', '8', '5'])
    const options = { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }
    const expected = scryptSync(mara.password, Buffer.from(salt, 'base64url'), 32, options)
    expect(hash).toBe(expected.toString('base64url'))
    expect(await owners.signIn(mara, here)).toMatchObject({ ok: true })
    expect(await owners.signIn({ ...mara, password: 'guess' }, here)).toMatchObject({ ok: false })
    expect(await open({ secret: 'another' }).sessions.find(headers)).toBeNull()
  })

  it.each([
    ['http://feeds.example', '', ''],
    ['https://feeds.example', '__Host-', ' Secure;'],
  ])('gives cookies to this host and no script, at %s', async (baseUrl, prefix, secure) => {
    const response = await open({ baseUrl }).signUp(mara, here)
    const rest = `Path=/; HttpOnly;${secure} SameSite=Lax`
    expect(response.ok && response.cookies.map((line) => line.replace(/=\w+;/, '=…;'))).toEqual([
      `${prefix}photofeed_session=…; Max-Age=604800; ${rest}`,
      `${prefix}photofeed_browser=…; Max-Age=15552000; ${rest}`,
    ])
  })

  it('knows a browser by the cookie that it gave it, for its owner alone', async () => {
    const visitor = await signedUp()
    const ofFinn = await signedUp(finn)
    const planted = new Headers({ Cookie: `photofeed_browser=${'e'.repeat(32)}` })
    const result = await owners.signIn(mara, { ...here, headers: planted })
    expect(result.ok && result.cookies.join()).not.toContain('e'.repeat(32))
    for (let number = 0; number < 20; number += 1) await owners.signIn(mara, network(number))
    const wait = { ok: false, reason: 'TOO_MANY_ATTEMPTS', retryAfter: 90 }
    for (const headers of [planted, ofFinn.headers]) {
      expect(await owners.signIn(mara, { ...network(99), headers })).toEqual(wait)
    }
    const own = []
    for (const _ of Array(21)) own.push(await owners.signIn(mara, { ...here, ...visitor }))
    expect(own.map(({ ok }) => ok)).toEqual([...Array(20).fill(true), false])
    expect(own.at(-1)).toEqual({ ...wait, retryAfter: 60 })
  })

  it('stores the 50 newest sessions and browsers of an owner, and deletes what has ended', async () => {
    await owners.signUp(finn, here)
    let last = new Headers()
    for (let number = 1; number <= 60; number += 1) {
      now += 3_600_000
      last = browser(await owners.signIn(mara, network(number)))
      if (number === 1) last = browser(await owners.signUp(mara, here))
    }
    expect(await owners.sessions.find(last)).toMatchObject({ owner: { email: mara.email } })
    const counts = async () => [
      (await rowsOf('owner_session')).length,
      (await rowsOf('owner_browser')).length,
    ]
    expect(await counts()).toEqual([51, 51])
    now += 7 * dayMs
    await owners.signIn(mara, here)
    expect(await counts()).toEqual([1, 51])
    now += 173 * dayMs + 1
    // Known no more, although the rows are deleted later.
    const result = await owners.signIn(mara, { ...here, headers: last })
    expect(result.ok && last.get('Cookie')).not.toContain(
      result.ok && result.cookies[1]?.slice(18, 50),
    )
    await owners.signIn(finn, here)
    expect(await counts()).toEqual([2, 3])
  })

  it('reports each wrong password that the limits let through, without the address in clear', async () => {
    const visitor = await signedUp()
    const guess = { ...mara, password: 'a bold guess' }
    for (const _ of Array(8)) await owners.signIn(guess, here)
    await owners.signIn({ ...guess, email: finn.email }, network(1))
    await owners.delete(guess, visitor)
    const hash = expect.stringMatching(/^[0-9a-f]{12}$/)
    expect(reports).toEqual(Array(7).fill(['failedSignIn', { owner: hash, network: hash }]))
    const [first, , , , fifth, other, confirmed] = reports
    expect([fifth, confirmed]).toEqual([first, first])
    expect(other).not.toEqual(first)
  })

  describe('a queue of passwords', () => {
    const unknown = (number: number) => ({ ...finn, email: `o${number}@harbour.example` })

    it('hashes two at a time, and the next one of a known owner, however many strangers wait', async () => {
      const visitor = await signedUp()
      const { started, release, passwords } = heldPasswords()
      const slow = open({ passwords })
      const results: unknown[] = []
      const strangers = Array.from({ length: 40 }, async (_, number) => {
        results.push(await slow.signIn(unknown(number), network(number)))
      })
      const busy = { ok: false, reason: 'BUSY', retryAfter: 5 }
      // Two are hashed, twenty wait.
      await expect.poll(() => [results.length, started.length]).toEqual([18, 2])
      expect(results).toEqual(Array(18).fill(busy))
      // They lost no attempt.
      for (const _ of Array(6)) expect(await slow.signIn(unknown(99), network(99))).toEqual(busy)
      const own = slow.signIn(mara, visitor)
      await expect.poll(() => hashesOf(database)).toBe(1)
      release()
      expect(await own).toMatchObject({ ok: true })
      await Promise.all(strangers)
      expect(started.indexOf(mara.password)).toBeLessThan(6)
      expect(results.filter((result) => JSON.stringify(result).includes('BUSY'))).toHaveLength(18)
    })

    it('hashes a new password by link, however many owners wait', async () => {
      await signedUp(finn)
      await owners.byMail?.resetPassword(finn, here)
      await sendOwnerMails(database, owners)
      const token = tokenIn(mails.pop())
      const visitors = [await signedUp(mara)]
      for (let number = 1; number < 64; number += 1) {
        now += 12_000
        visitors.push(await signedUp(unknown(number)))
      }
      const { started, release, passwords } = heldPasswords()
      const slow = open({ passwords })
      const results: unknown[] = []
      const flood = visitors.map(async (visitor) => {
        results.push(await slow.delete({ password: 'guess' }, visitor))
      })
      // Two are hashed, and sixty wait.
      await expect.poll(() => [results.length, started.length]).toEqual([2, 2])
      const set = slow.setPassword({ token, password: 'an ebb before dawn' }, here)
      release()
      expect(await set).toMatchObject({ ok: true })
      await Promise.all(flood)
    })

    it('hashes one of the passwords that are sent with a link, and not each of them', async () => {
      await signedUp(finn)
      await owners.byMail?.resetPassword(finn, here)
      await sendOwnerMails(database, owners)
      const fields = { token: tokenIn(mails.pop()), password: 'an ebb before dawn' }
      const { started, release, passwords } = heldPasswords()
      const slow = open({ passwords })
      const results: { ok: boolean }[] = []
      const sent = Array.from({ length: 9 }, async () => {
        results.push(await slow.setPassword(fields, here))
      })
      await expect.poll(() => results.length).toBeGreaterThanOrEqual(6)
      expect(started.length).toBeLessThanOrEqual(2)
      release()
      await Promise.all(sent)
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('has one waiting password of each owner', async () => {
      const ofMara = await signedUp()
      const ofFinn = await signedUp(finn)
      now += 3_600_000
      const { started, release, passwords } = heldPasswords()
      const slow = open({ passwords })
      const busy: unknown[] = []
      const flood = Array.from({ length: 5 }, async () => {
        const result = await slow.delete({ password: 'guess' }, ofMara)
        if ('reason' in result && result.reason === 'BUSY') busy.push(result)
      })
      await expect.poll(() => [busy.length, started.length]).toEqual([2, 2])
      const own = slow.signIn(finn, ofFinn)
      release()
      expect(await own).toMatchObject({ ok: true })
      await Promise.all(flood)
    })
  })

  it.each([
    ['signIn', 'INVALID_EMAIL_OR_PASSWORD'],
    ['changePassword', 'INVALID_PASSWORD'],
    ['delete', 'INVALID_PASSWORD'],
  ] as const)('rejects %s if the password is replaced meanwhile', async (name, reason) => {
    const visitor = await signedUp()
    const { accountId } = await connect(database, visitor.owner.id, 'tideline')
    await owners.byMail?.resetPassword(mara, here)
    await sendOwnerMails(database, owners)
    const token = tokenIn(mails.pop())
    const replaced = { ...mara, password: 'an ebb before dawn' }
    let sessions: unknown[] = []
    const passwords = {
      ...quickPasswords,
      async verify(stored: { hash: string; password: string }) {
        await owners.setPassword({ token, ...replaced }, here)
        sessions = await rowsOf('owner_session')
        return quickPasswords.verify(stored)
      },
    }
    const fields = { ...mara, current: mara.password }
    expect(await open({ passwords })[name](fields, visitor)).toEqual({ ok: false, reason })
    // The session of who set the password, and no other.
    expect(sessions).toHaveLength(1)
    expect(await rowsOf('owner_session')).toEqual(sessions)
    expect(await queuedMessages(database)).toEqual([])
    expect(await owners.signIn(replaced, here)).toMatchObject({ ok: true })
    expect(await database.connections.find(accountId)).toMatchObject({ state: 'importing' })
  })

  describe('a link to choose a password', () => {
    const setPassword = (token = '') =>
      owners.setPassword({ token, password: 'an ebb before dawn' }, here)
    const invalid = { ok: false, reason: 'INVALID_TOKEN' }

    /** Requests mails, and returns the tokens in them. */
    async function requested(count: number): Promise<string[]> {
      await owners.signUp(mara, here)
      for (const _ of Array(count)) {
        await owners.byMail?.resetPassword(mara, here)
        await sendOwnerMails(database, owners)
      }
      return mails.map(tokenIn)
    }

    it('works once, ends every session, and revokes all others', async () => {
      const before = await signedUp()
      const [older, newer, newest] = await requested(3)
      const both = await Promise.all([setPassword(older), setPassword(newest)])
      expect(both.filter(({ ok }) => !ok)).toEqual([invalid])
      for (const token of [older, newer, newest]) expect(await setPassword(token)).toEqual(invalid)
      expect(await owners.sessions.find(before.headers)).toBeNull()
      expect(await rowsOf('owner_link')).toEqual([])
    })

    it('is sent again, as another mail, after the mail server did not take it', async () => {
      unreachable = 1
      await expect(requested(1)).rejects.toThrow('No mail server')
      await database.tables.db.updateTable('work').set({ lease_until: 0 }).execute()
      await sendOwnerMails(database, owners)
      expect(mails.map(({ id }) => id)).toEqual([expect.stringMatching(/^owner-\d+-2$/)])
      expect(await setPassword(tokenIn(mails[0]))).toMatchObject({ ok: true })
    })

    it('is counted when it takes the place of one that the mail server did not take', async () => {
      unreachable = 1
      await expect(requested(1)).rejects.toThrow('No mail server')
      await database.tables.db.updateTable('work').set({ attempts: 1 }).execute()
      for (const number of [1, 2, 3, 4, 5, 6]) {
        await owners.byMail?.resetPassword(mara, network(number))
        await sendOwnerMails(database, owners)
      }
      expect(mails).toHaveLength(4)
    })
  })

  it('sends five links to an address that owners want to change to, and no more', async () => {
    const [first, second] = [await signedUp(), await signedUp(finn)]
    const typed = { email: 'new@harbour.example', current: mara.password }
    for (const number of [1, 2, 3, 4]) {
      await owners.byMail?.requestEmail(typed, { ...first, ...network(number) })
      await sendOwnerMails(database, owners)
    }
    for (const number of [5, 6]) {
      const visitor = { ...second, ...network(number) }
      await owners.byMail?.requestEmail({ ...typed, current: finn.password }, visitor)
      await sendOwnerMails(database, owners)
    }
    expect(mails.filter(({ to }) => to === typed.email)).toHaveLength(5)
  })

  it('deletes owners who signed up by mail and chose no password within a day', async () => {
    const signUp = async (name: string) => {
      await owners.byMail?.signUp({ email: `${name}@harbour.example` }, here)
      await sendOwnerMails(database, owners)
      return (await rowsOf('owner')).map(({ email }) => email.split('@')[0]).sort()
    }
    await owners.signUp(mara, here)
    await owners.invite('ida@harbour.example')
    expect(await signUp('finn')).toEqual(['finn', 'ida', 'mara'])
    now += dayMs + 1
    expect(await signUp('lena')).toEqual(['ida', 'lena', 'mara'])
    now += 6 * dayMs
    expect(await signUp('otto')).toEqual(['mara', 'otto'])
  })
})

/** Returns how many limits of known browsers are in the database. */
async function hashesOf({ tables }: Database): Promise<number> {
  const rows = await tables.db
    .selectFrom('rate_limit')
    .select('key')
    .where('key', 'like', 'known|%')
    .execute()
  return rows.length
}
