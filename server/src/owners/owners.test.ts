import { scryptSync } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addOwner, onBothDatabases, testSecret } from '../../test/support/databases.ts'
import {
  quickPasswords,
  sendOwnerMails,
  tokenIn,
  type WithResults,
  withResults,
} from '../../test/support/owners.ts'
import { queuedMessages } from '../../test/support/queues.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Database } from '../stores/database.ts'
import type { FailedSignIn } from './auth.ts'
import type { Owners } from './owners.ts'
import { createOwners } from './owners.ts'

const mara = { email: 'mara@harbour.example', password: 'low tide at noon' }
const guess = { ...mara, password: 'a bold guess' }
const supportEmail = 'help@feeds.example'
const here = { address: '192.0.2.1' }

const openOwners = (parts: Parameters<typeof createOwners>[0]) => withResults(createOwners(parts))

onBothDatabases((databases) => {
  let database: Database
  let owners: WithResults<Owners>
  let mails: Mail[]
  let errors: unknown[]

  let failed: FailedSignIn[]
  let now: number
  /** How many mails fail before one is taken. */
  let unreachable: number

  async function send(mail: Mail): Promise<void> {
    unreachable -= 1
    if (unreachable >= 0) throw new Error('No mail server')
    mails.push(mail)
  }

  function open(
    baseUrl = 'http://feeds.example',
    mailer = true,
    passwords = quickPasswords,
  ): WithResults<Owners> {
    return openOwners({
      ...{ database, secret: testSecret, baseUrl, passwords, supportEmail },
      mailer: mailer ? { send } : null,
      clock: () => now,
      onError: (error) => errors.push(error),
      onFailedSignIn: (attempt) => failed.push(attempt),
    })
  }

  beforeEach(async () => {
    database = await databases.open()
    mails = []
    errors = []
    failed = []
    now = Date.UTC(2026, 2, 1)
    unreachable = 0
    owners = open()
    return () => expect(errors).toEqual([])
  })

  /** The headers of a browser that stores the response's cookies. */
  function browser(response: { ok: boolean; cookies?: readonly string[] }): Headers {
    const pairs = (response.cookies ?? []).map((cookie) => cookie.split(';', 1)[0])
    return new Headers({ Cookie: pairs.join('; ') })
  }

  it('signs up an owner on the Free plan, whatever else the body contains', async () => {
    const signUpForm = { ...mara, email: 'Mara@Harbour.Example', plan: 'premium' }
    const response = await owners.signUp(signUpForm, here)
    expect(response).toMatchObject({ ok: true })
    const rows = await database.tables.db.selectFrom('owner').selectAll().execute()
    expect(rows).toMatchObject([{ email: mara.email, plan: 'free' }])
    const session = await owners.sessions.find(browser(response))
    expect(session?.owner).toEqual({ id: rows[0]?.id, email: mara.email, plan: 'free' })
  })

  it.each([
    [{ email: 'MARA@harbour.example' }, 'EMAIL_TAKEN'],
    [{ email: 'mara' }, 'INVALID_EMAIL'],
    [{ email: 'finn@harbour.example', password: '9 letters' }, 'PASSWORD_TOO_SHORT'],
    [{ email: 'finn@harbour.example', password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
  ])('does not sign up %j', async (changes, reason) => {
    await owners.signUp(mara, here)
    expect(await owners.signUp({ ...mara, ...changes }, here)).toEqual({ ok: false, reason })
    const rows = await database.tables.db.selectFrom('owner').select('email').execute()
    expect(rows).toEqual([{ email: mara.email }])
  })

  it('signs up one of two visitors who enter the same address at the same time', async () => {
    const both = await Promise.all([owners.signUp(mara, here), owners.signUp(mara, here)])
    const rejection = both.filter(({ ok }) => !ok)
    expect(rejection).toEqual([{ ok: false, reason: 'EMAIL_TAKEN' }])
    expect(await database.tables.db.selectFrom('owner').select('email').execute()).toHaveLength(1)
  })

  it('responds to an unknown address as to a wrong password', async () => {
    await owners.signUp(mara, here)
    const rejection = { ok: false, reason: 'INVALID_EMAIL_OR_PASSWORD' }
    expect(await owners.signIn({ ...mara, password: 'high tide at noon' }, here)).toEqual(rejection)
    expect(await owners.signIn({ ...mara, email: 'finn@harbour.example' }, here)).toEqual(rejection)
  })

  it('ends a session by signing out, and no other', async () => {
    const [first, second] = [await owners.signUp(mara, here), await owners.signIn(mara, here)]
    const response = await owners.sessions.signOut(browser(first))
    expect(response).toMatchObject({ ok: true })
    expect(await owners.sessions.find(browser(first))).toBeNull()
    expect(await owners.sessions.find(browser(second))).not.toBeNull()
    expect(await owners.sessions.find(browser(response))).toBeNull()
  })

  it('prolongs a session that is used, and ends one that is not', async () => {
    const response = await owners.signUp(mara, here)
    expect(await owners.sessions.find(browser(response))).toMatchObject({ cookies: [] })
    now += 6 * 86_400_000
    const prolonged = await owners.sessions.find(browser(response))
    expect(prolonged?.cookies).toEqual([expect.stringContaining('Max-Age=604800')])
    now += 7 * 86_400_000 - 1
    expect(await owners.sessions.find(browser(response))).not.toBeNull()
    now += 7 * 86_400_000
    expect(await owners.sessions.find(browser(response))).toBeNull()
  })

  it('rejects a cookie that another secret signed', async () => {
    const response = await owners.signUp(mara, here)
    const others = openOwners({
      ...{ database, secret: 'another', baseUrl: 'http://feeds.example', supportEmail },
      mailer: null,
    })
    expect(await others.sessions.find(browser(response))).toBeNull()
  })

  it('stores a password as a salted scrypt hash', async () => {
    const parts = { database, secret: testSecret, baseUrl: 'http://feeds.example', supportEmail }
    const unchanged = openOwners({ ...parts, mailer: null })
    await unchanged.signUp(mara, here)
    const rows = await database.tables.db.selectFrom('owner').select('password').execute()
    expect(JSON.stringify(rows)).not.toContain(mara.password)
    const [name, N, r, p, salt = '', hash] = rows[0]?.password?.split(':') ?? []
    expect([name, N, r, p]).toEqual(['scrypt', '16384', '8', '5'])
    const options = { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }
    const expected = scryptSync(mara.password, Buffer.from(salt, 'base64url'), 32, options)
    expect(hash).toBe(expected.toString('base64url'))
    expect(await unchanged.signIn(mara, here)).toMatchObject({ ok: true })
    const wrong = { ...mara, password: 'high tide at noon' }
    expect(await unchanged.signIn(wrong, here)).toMatchObject({ ok: false })
  })

  describe('cookies', () => {
    it('are for this host and no script', async () => {
      const response = await owners.signUp(mara, here)
      expect(response).toMatchObject({
        cookies: [
          expect.stringMatching(
            /^photofeed_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
          ),
          expect.stringMatching(
            /^photofeed_device=[0-9a-f]{32}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
          ),
        ],
      })
    })

    it('travel by https alone where the dashboard does, and their name says so', async () => {
      const response = await open('https://feeds.example').signUp(mara, here)
      expect(response).toMatchObject({
        cookies: [
          expect.stringMatching(
            /^__Host-photofeed_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
          ),
          expect.stringMatching(
            /^__Host-photofeed_device=[0-9a-f]{32}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
          ),
        ],
      })
    })
  })

  it('counts attempts by network, for all processes together', async () => {
    const another = open()
    const wrong = { ...mara, password: 'high tide at noon' }
    for (const process of [owners, another, owners, another, owners]) {
      expect(await process.signIn(wrong, here)).toMatchObject({
        reason: 'INVALID_EMAIL_OR_PASSWORD',
      })
    }
    const rejected = { ok: false, reason: 'TOO_MANY_ATTEMPTS', retryAfter: 12 }
    expect(await another.signIn(wrong, here)).toEqual(rejected)
    expect(await owners.signIn(wrong, { address: '::ffff:192.0.2.1' })).toEqual(rejected)
    expect(await owners.signIn(wrong, { address: '192.0.2.2' })).toMatchObject({
      reason: 'INVALID_EMAIL_OR_PASSWORD',
    })
  })

  it('counts concurrent attempts, and stores neither addresses nor networks', async () => {
    await owners.signUp(mara, here)
    await database.tables.db.deleteFrom('rate_limit').execute()
    const guesses = Array.from({ length: 15 }, (_, index) =>
      owners.signIn({ ...mara, password: `guess ${index}` }, { address: `198.51.100.${index}` }),
    )
    const responses = await Promise.all(guesses)
    expect(responses.map((response) => 'reason' in response && response.reason).sort()).toEqual([
      ...Array(10).fill('INVALID_EMAIL_OR_PASSWORD'),
      ...Array(5).fill('TOO_MANY_ATTEMPTS'),
    ])
    const rows = await database.tables.db.selectFrom('rate_limit').selectAll().execute()
    // The form and the password of each network, and the passwords of all strangers.
    expect(rows).toHaveLength(31)
    const places = await database.tables.db.selectFrom('owner_place').selectAll().execute()
    expect(places).toHaveLength(2)
    expect(JSON.stringify([rows, places])).not.toMatch(/mara@|198\.51|192\.0/)
  })

  it('writes nothing about attempts over a limit', async () => {
    const wrong = { ...mara, password: 'high tide at noon' }
    for (const _ of Array(5)) await owners.signIn(wrong, here)
    const rows = () =>
      database.tables.db.selectFrom('rate_limit').selectAll().orderBy('key').execute()
    const before = await rows()
    for (const statement of rejectWritesTo('rate_limit')[database.tables.engine]) {
      await sql.raw(statement).execute(database.tables.db)
    }
    const rejected = { ok: false, reason: 'TOO_MANY_ATTEMPTS', retryAfter: 12 }
    for (const _ of Array(20)) expect(await owners.signIn(wrong, here)).toEqual(rejected)
    for (const statement of allowWritesTo('rate_limit')[database.tables.engine]) {
      await sql.raw(statement).execute(database.tables.db)
    }
    expect(await rows()).toEqual(before)
  })

  it('forgets attempts, expired sessions and old places', async () => {
    const { db } = database.tables
    const count = async (table: 'rate_limit' | 'owner_session' | 'owner_place') =>
      (await db.selectFrom(table).selectAll().execute()).length
    now = Date.now()
    await owners.signUp(mara, here)
    await owners.signIn(mara, { address: '192.0.2.2' })
    for (const index of [3, 4]) await owners.signIn(guess, { address: `192.0.2.${index}` })
    const before = [await count('rate_limit'), await count('owner_session')]
    expect([...before, await count('owner_place')]).toEqual([8, 2, 4])
    now += 8 * 86_400_000
    await owners.signIn(guess, { address: '192.0.2.5' })
    const after = [await count('rate_limit'), await count('owner_session')]
    expect([...after, await count('owner_place')]).toEqual([3, 0, 4])
    now += 173 * 86_400_000
    await owners.signIn(guess, { address: '192.0.2.5' })
    expect(await count('owner_place')).toBe(0)
  })

  describe('with guesses from ever new networks', () => {
    /** Signs in with a wrong password from other networks, and returns how many of the passwords were checked. */
    async function guesses(count: number, pauseMs = 0): Promise<number> {
      let checked = 0
      for (let number = 0; number < count; number += 1) {
        networks += 1
        const response = await owners.signIn(guess, {
          address: `2001:db8:${networks.toString(16)}::1`,
        })
        if ('reason' in response && response.reason === 'INVALID_EMAIL_OR_PASSWORD') checked += 1
        now += pauseMs
      }
      return checked
    }
    let networks = 0
    const away = { address: '203.0.113.7' }
    const wait = { ok: false, reason: 'TOO_MANY_ATTEMPTS', retryAfter: 90 }

    it('checks 10 passwords, then 40 an hour', async () => {
      await owners.signUp(mara, here)
      expect(await guesses(30)).toBe(10)
      // One each half minute, from now until an hour later.
      expect(await guesses(121, 30_000)).toBe(40)
    })

    it('checks 20, then 40 an hour, if the networks return', async () => {
      await owners.signUp(mara, here)
      let checked = 0
      // From now until an hour later.
      for (let pauses = 0; pauses <= 40; pauses += 1) {
        networks = 0
        checked += await guesses(12)
        now += 90_000
      }
      expect(checked).toBe(20 + 40)
    })

    it('lets the owner in where the owner signed in before', async () => {
      await owners.signUp(mara, here)
      await guesses(30)
      expect(await owners.signIn(mara, here)).toMatchObject({ ok: true })
    })

    it('lets the owner in elsewhere after 90 seconds, while the guesses go on', async () => {
      await owners.signUp(mara, here)
      await guesses(30)
      expect(await owners.signIn(mara, away)).toEqual(wait)
      await guesses(17, 5000)
      expect(await owners.signIn(mara, away)).toEqual({ ...wait, retryAfter: 5 })
      await guesses(1, 5000)
      expect(await owners.signIn(mara, away)).toMatchObject({ ok: true })
      expect(await owners.signIn(mara, away)).toMatchObject({ ok: true })
    })

    it('lets the owner in with the browser that signed in before, in any network', async () => {
      const headers = browser(await owners.signUp(mara, here))
      await guesses(30)
      // Strangers in the owner's network use up its attempts.
      for (const _ of Array(11)) await owners.signIn(guess, here)
      expect(await owners.signIn(mara, here)).toEqual(wait)
      expect(await owners.signIn(mara, { ...here, headers })).toMatchObject({ ok: true })
      expect(await owners.signIn(mara, { ...away, headers })).toMatchObject({ ok: true })

      const invented = new Headers({ Cookie: `photofeed_device=${'a'.repeat(32)}` })
      const other = { address: '203.0.113.8', headers: invented }
      expect(await owners.signIn(mara, other)).toEqual(wait)
      const checked = []
      for (const _ of Array(9)) checked.push(await owners.signIn(guess, { ...other, headers }))
      expect(checked).toEqual([
        // Those that succeeded count too.
        ...Array(8).fill({ ok: false, reason: 'INVALID_EMAIL_OR_PASSWORD' }),
        wait,
      ])
    })

    it('does not know the network and the browser of another owner', async () => {
      await owners.signUp(mara, here)
      const finn = { email: 'finn@harbour.example', password: 'high tide at noon' }
      const headers = browser(await owners.signUp(finn, away))
      await guesses(30)
      expect(await owners.signIn(mara, away)).toEqual(wait)
      const other = { address: '203.0.113.8', headers }
      expect(await owners.signIn(mara, other)).toEqual(wait)
      expect(await owners.signIn(finn, other)).toMatchObject({ ok: true })
    })

    it('responds alike for an address that nobody has', async () => {
      expect(await guesses(30)).toBe(10)
      expect(await owners.signIn(mara, away)).toEqual(wait)
    })

    it('lets the owner in with a link of a mail', async () => {
      await owners.signUp(mara, here)
      await guesses(30)
      await owners.byMail?.resetPassword(mara, away)
      await sendOwnerMails(database, owners)
      const token = tokenIn(mails[0])
      await owners.setPassword({ token, password: mara.password }, away)
      expect(await owners.signIn(mara, away)).toMatchObject({ ok: true })
      // Somebody may have known the password before, and have signed in from there.
      expect(await owners.signIn(mara, here)).toEqual(wait)
    })
  })

  it('limits one network that guesses at many addresses', async () => {
    const reasons: unknown[] = []
    for (let number = 0; number < 60; number += 1) {
      const response = await owners.signIn({ ...guess, email: `o${number}@harbour.example` }, here)
      reasons.push('reason' in response && response.reason)
      now += 1000
    }
    expect(reasons.filter((reason) => reason === 'INVALID_EMAIL_OR_PASSWORD')).toHaveLength(9)
  })

  it('reports a failed sign-in without the address in clear', async () => {
    await owners.signUp(mara, here)
    await owners.signIn({ ...mara, password: 'a bold guess' }, here)
    await owners.signIn({ ...mara, email: 'MARA@harbour.example', password: 'another' }, here)
    await owners.signIn({ ...mara, email: 'finn@harbour.example' }, { address: '192.0.2.2' })
    await owners.signIn(mara, here)
    const [first, second, third, ...more] = failed
    expect(first).toEqual({
      owner: expect.stringMatching(/^[0-9a-f]{12}$/),
      network: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    expect(second).toEqual(first)
    expect(third?.owner).not.toBe(first?.owner)
    expect(third?.network).not.toBe(first?.network)
    expect(more).toEqual([])
  })

  it('hashes two passwords at a time, queues twenty, and rejects others', async () => {
    let running = 0
    let most = 0
    let release = () => {}
    const opened = new Promise<void>((resolve) => {
      release = resolve
    })
    const passwords = {
      async hash(password: string) {
        running += 1
        most = Math.max(most, running)
        await opened
        running -= 1
        return quickPasswords.hash(password)
      },
      verify: quickPasswords.verify,
    }
    const slow = open('http://feeds.example', true, passwords)
    // The address is unknown, so that the password is hashed for nothing.
    const responses = Array.from({ length: 23 }, (_, index) =>
      slow.signIn(
        { email: `o${index}@harbour.example`, password: 'low tide at noon' },
        { address: `198.51.100.${index}` },
      ),
    )
    expect(await Promise.race(responses)).toEqual({ ok: false, reason: 'BUSY', retryAfter: 5 })
    await expect.poll(() => running).toBe(2)
    release()
    const done = await Promise.all(responses)
    expect(
      done.filter((response) => 'reason' in response && response.reason === 'BUSY'),
    ).toHaveLength(1)
    expect(most).toBe(2)
  })

  it('hashes the password of a known owner next, however many strangers wait', async () => {
    await owners.signUp(mara, here)
    const mine = await owners.signIn(mara, here)
    const hashed: string[] = []
    let release = () => {}
    const opened = new Promise<void>((resolve) => {
      release = resolve
    })
    const wait = async (password: string) => {
      hashed.push(password)
      await opened
      return password
    }
    const passwords = {
      hash: async (password: string) => quickPasswords.hash(await wait(password)),
      verify: async ({ hash, password }: { hash: string; password: string }) =>
        quickPasswords.verify({ hash, password: await wait(password) }),
    }
    const slow = open('http://feeds.example', true, passwords)
    let rejected = 0
    const strangers = Array.from({ length: 200 }, async (_, index) => {
      const email = `o${index}@harbour.example`
      const address = `2001:db8:${index.toString(16)}::1`
      const result = await slow.signIn({ email, password: 'flood flood' }, { address })
      if ('reason' in result && result.reason === 'BUSY') rejected += 1
      return result
    })
    // Two are hashed, twenty wait.
    await expect.poll(() => [rejected, hashed.length]).toEqual([178, 2])
    const attempts = () =>
      database.tables.db.selectFrom('rate_limit').select('full_at').orderBy('key').execute()
    /** Starts a request, and waits until it is in the queue, which comes after the limits. */
    async function enqueue<Result>(
      send: () => Promise<Result>,
    ): Promise<{ result: Promise<Result> }> {
      const before = await attempts()
      const result = send()
      await expect.poll(attempts).not.toEqual(before)
      // The commit is seen before its response arrives; a response to a later query arrives after it.
      for (let round = 0; round < 3; round += 1) await attempts()
      return { result }
    }
    const session = await slow.sessions.find(browser(mine))
    if (!session) throw new Error('No session')
    const { id: sessionId, owner } = session
    const signedIn = { ...here, sessionId, owner, headers: browser(mine) }
    const again = await enqueue(() => slow.signIn(mara, here))
    const newEmail = { ...mara, email: 'mara@lighthouse.example' }
    const changed = await enqueue(() => slow.changeEmail(newEmail, signedIn))
    release()
    expect(await again.result).toMatchObject({ ok: true })
    expect(await changed.result).toMatchObject({ ok: true })
    expect(hashed.indexOf(mara.password)).toBeLessThan(6)
    const reasons = (await Promise.all(strangers)).map(
      (response) => 'reason' in response && response.reason,
    )
    expect(reasons.filter((reason) => reason === 'BUSY')).toHaveLength(178)
  })

  it('lets owners in while one link is used from many networks', async () => {
    await owners.signUp(mara, here)
    await owners.byMail?.signUp({ email: 'finn@harbour.example' }, here)
    await sendOwnerMails(database, owners)
    const token = tokenIn(mails[0])
    let release = () => {}
    const opened = new Promise<void>((resolve) => {
      release = resolve
    })
    const hash = (password: string) => opened.then(() => quickPasswords.hash(password))
    const slow = open('http://feeds.example', true, { ...quickPasswords, hash })
    let rejected = 0
    const uses = Array.from({ length: 40 }, async (_, index) => {
      const address = `2001:db8:${index.toString(16)}::1`
      const result = await slow.setPassword({ token, password: mara.password }, { address })
      if (!result?.ok) rejected += 1
    })
    await expect.poll(() => rejected).toBeGreaterThanOrEqual(18)
    const again = slow.signIn(mara, here)
    // Until it waits, or is rejected.
    await Promise.race([again, setTimeout(300)])
    release()
    await Promise.all(uses)
    expect(await again).toMatchObject({ ok: true })
  })

  it.each(['signIn', 'changePassword', 'changeEmail'] as const)(
    'rejects %s if the password is replaced while it is verified',
    async (name) => {
      const mine = browser(await owners.signUp(mara, here))
      const session = await owners.sessions.find(mine)
      if (!session) throw new Error('No session')
      await owners.byMail?.resetPassword(mara, here)
      await sendOwnerMails(database, owners)
      const token = tokenIn(mails.pop())
      const replaced = { ...mara, password: 'an ebb before dawn' }
      const { db } = database.tables
      const readSessions = () => db.selectFrom('owner_session').select('id').execute()
      let sessions: { id: string }[] = []
      const passwords = {
        ...quickPasswords,
        async verify(stored: { hash: string; password: string }) {
          await owners.setPassword({ token, ...replaced }, here)
          sessions = await readSessions()
          return quickPasswords.verify(stored)
        },
      }
      const slow = open('http://feeds.example', true, passwords)
      const visitor = { ...here, sessionId: session.id, owner: session.owner, headers: mine }
      const fields = { ...mara, current: mara.password }
      expect(await slow[name](fields, visitor)).toEqual({ ok: false, reason: 'INVALID_PASSWORD' })
      // The session of who set the password, and no other.
      expect(sessions).toHaveLength(1)
      expect(await readSessions()).toEqual(sessions)
      expect(await queuedMessages(database)).toEqual([])
      expect(await owners.signIn(replaced, here)).toMatchObject({ ok: true })
    },
  )

  it('does not lock the database while it hashes the password of a sign-up', async () => {
    const at = await databases.place()
    const [signedUp, other] = [await databases.open({ at }), await databases.open({ at })]
    let stored: unknown
    const passwords = {
      ...quickPasswords,
      async hash(password: string) {
        await addOwner(other, 'finn', 'free')
        stored = await other.tables.db.selectFrom('owner').select('id').execute()
        return quickPasswords.hash(password)
      },
    }
    const parts = { secret: testSecret, baseUrl: 'http://feeds.example', supportEmail, passwords }
    const { signUp, signIn } = openOwners({ ...parts, database: signedUp, mailer: null })
    expect(await signUp(mara, here)).toMatchObject({ ok: true })
    expect(stored).toEqual([{ id: 'finn' }])
    expect(await signIn(mara, here)).toMatchObject({ ok: true })
  })

  it('does not call an address signed up when the database cannot store it', async () => {
    const broken = await databases.open({ at: await databases.place() })
    const { tables } = broken
    for (const statement of rejectWritesTo('owner')[tables.engine]) {
      await sql.raw(statement).execute(tables.db)
    }
    const parts = {
      secret: testSecret,
      baseUrl: 'http://feeds.example',
      mailer: null,
      supportEmail,
    }
    const { signUp } = openOwners({ database: broken, ...parts, passwords: quickPasswords })
    await expect(signUp(mara, here)).rejects.toThrow('no room')
  })

  describe('a link to choose a password', () => {
    const request = () => owners.byMail?.resetPassword(mara, here)
    const setPassword = (token: string, password = 'high tide at noon') =>
      owners.setPassword({ token, password }, here)
    const invalid = { ok: false, reason: 'INVALID_TOKEN' }

    it('works once, and ends every session', async () => {
      const before = await owners.signUp(mara, here)
      expect(await request()).toEqual({ ok: true, cookies: [] })
      await sendOwnerMails(database, owners)
      expect(mails).toMatchObject([
        { to: mara.email, subject: 'Choose a new password for photofeed' },
      ])
      const token = tokenIn(mails[0])
      expect(await setPassword(token)).toMatchObject({ ok: true })
      expect(await owners.sessions.find(browser(before))).toBeNull()
      expect(await owners.signIn(mara, here)).toMatchObject({ ok: false })
      const changed = { ...mara, password: 'high tide at noon' }
      expect(await owners.signIn(changed, here)).toMatchObject({ ok: true })
      expect(await setPassword(token)).toEqual(invalid)
    })

    it('is stored as a hash only, and the outbox does not contain it', async () => {
      await owners.signUp(mara, here)
      await request()
      const waiting = JSON.stringify(await queuedMessages(database))
      await sendOwnerMails(database, owners)
      const stored = await database.tables.db.selectFrom('owner_link').selectAll().execute()
      expect(stored).toHaveLength(1)
      const token = tokenIn(mails[0])
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(stored) + waiting).not.toContain(token)
    })

    it('works when a newer one was sent, and stops working when one is used', async () => {
      await owners.signUp(mara, here)
      for (const _ of [1, 2, 3]) {
        await request()
        await sendOwnerMails(database, owners)
      }
      const [older, newer, newest] = mails.map(tokenIn)
      expect(await setPassword(older ?? '')).toMatchObject({ ok: true })
      expect(await setPassword(newer ?? '')).toEqual(invalid)
      expect(await setPassword(newest ?? '')).toEqual(invalid)
      const left = await database.tables.db.selectFrom('owner_link').selectAll().execute()
      expect(left).toEqual([])
    })

    it('expires after an hour', async () => {
      await owners.signUp(mara, here)
      await request()
      await sendOwnerMails(database, owners)
      now += 3_600_000
      expect(await setPassword(tokenIn(mails[0]))).toEqual(invalid)
    })

    it('is sent again, as another mail, after the mail server did not take it', async () => {
      await owners.signUp(mara, here)
      await request()
      unreachable = 1
      await expect(sendOwnerMails(database, owners)).rejects.toThrow('No mail server')
      await database.tables.db.updateTable('work').set({ lease_until: 0 }).execute()
      await sendOwnerMails(database, owners)
      expect(mails.map(({ id }) => id)).toEqual([expect.stringMatching(/^owner-\d+-2$/)])
      expect(await setPassword(tokenIn(mails[0]))).toMatchObject({ ok: true })
    })

    it('is not sent to an unknown address, which gets the same response', async () => {
      await owners.signUp(mara, here)
      for (const email of ['finn@harbour.example', mara.email]) {
        expect(await owners.byMail?.resetPassword({ email }, here)).toEqual({
          ok: true,
          cookies: [],
        })
      }
      await sendOwnerMails(database, owners)
      expect(mails.map(({ to }) => to)).toEqual([mara.email])
    })

    it('does not exist where no mail can be sent', () => {
      expect(open('http://feeds.example', false).byMail).toBeNull()
    })
  })

  it('deletes owners who signed up by mail and chose no password within a day', async () => {
    const emails = async () =>
      (await database.tables.db.selectFrom('owner').select('email').execute()).map(
        (row) => row.email,
      )
    await owners.signUp(mara, here)
    await owners.byMail?.signUp({ email: 'finn@harbour.example' }, here)
    await sendOwnerMails(database, owners)
    await owners.invite('ida@harbour.example')
    now += 86_400_001
    await owners.byMail?.signUp({ email: 'lena@harbour.example' }, here)
    await sendOwnerMails(database, owners)
    expect((await emails()).sort()).toEqual([
      'ida@harbour.example',
      'lena@harbour.example',
      mara.email,
    ])
    now += 6 * 86_400_000
    await owners.byMail?.signUp({ email: 'otto@harbour.example' }, here)
    await sendOwnerMails(database, owners)
    expect((await emails()).sort()).toEqual([mara.email, 'otto@harbour.example'])
  })
})

/** Returns the statements that make every insertion into a table, and every change of a row, fail. */
const rejectWritesTo = (table: string) => ({
  sqlite: ['insert', 'update'].map(
    (what) =>
      `create trigger reject_${what} before ${what} on ${table} begin select raise(abort, 'no room'); end`,
  ),
  postgres: [
    `create function reject() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
    `create trigger reject before insert or update on ${table} for each row execute function reject()`,
  ],
})

const allowWritesTo = (table: string) => ({
  sqlite: ['drop trigger reject_insert', 'drop trigger reject_update'],
  postgres: [`drop trigger reject on ${table}`, 'drop function reject()'],
})
