import { scryptSync } from 'node:crypto'
import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { onBothDatabases, testSecret } from '../../test/support/databases.ts'
import { quickPasswords } from '../../test/support/owners.ts'
import type { Database } from '../db/ports.ts'
import type { Mail } from '../mail/mailer.ts'
import { authOptions } from './auth-options.ts'
import { createOwners, type Owners } from './owners.ts'

const mara = { email: 'mara@harbour.example', password: 'low tide at noon' }
const here = { address: '192.0.2.1' }

onBothDatabases((databases) => {
  let database: Database
  let owners: Owners
  let mails: Mail[]
  let errors: unknown[]

  function open(baseUrl = 'http://feeds.example', mailer = true): Owners {
    return createOwners({
      ...{ tables: database.tables, secret: testSecret, baseUrl, passwords: quickPasswords },
      mailer: mailer ? { send: async (mail) => void mails.push(mail) } : null,
      onError: (error) => errors.push(error),
    })
  }

  beforeEach(async () => {
    database = await databases.open()
    mails = []
    errors = []
    owners = open()
    return () => expect(errors).toEqual([])
  })

  /** The headers of a browser that keeps the answer's cookies. */
  function browser(answer: { ok: boolean; cookies?: readonly string[] }): Headers {
    const pairs = (answer.cookies ?? []).map((cookie) => cookie.split(';', 1)[0])
    return new Headers({ Cookie: pairs.join('; ') })
  }

  it('has every table, column and type that better-auth expects', async () => {
    const warnings: string[] = []
    const { tables } = database
    const parts = { tables, secret: testSecret, baseUrl: 'http://feeds.example', mailer: null }
    const options = authOptions({ ...parts, onError: () => {} })
    const logger = { level: 'warn' as const, log: (_: string, line: string) => warnings.push(line) }
    const found = await getMigrations({ ...options, logger })
    expect(found).toMatchObject({
      ...{ toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [] },
      ...{ unsafeChanges: [], schemaProblems: [] },
    })
    expect(warnings).toEqual([])
  })

  it('signs up an owner on the Free plan, whatever else the body asks for', async () => {
    const asking = { ...mara, email: 'Mara@Harbour.Example', plan: 'premium' }
    const answer = await owners.signUp(asking, here)
    expect(answer).toMatchObject({ ok: true })
    const rows = await database.tables.db.selectFrom('owner').selectAll().execute()
    expect(rows).toMatchObject([{ email: mara.email, plan: 'free' }])
    const session = await owners.session(browser(answer))
    expect(session?.owner).toEqual({ id: rows[0]?.id, email: mara.email })
  })

  it.each([
    [{ email: 'MARA@harbour.example' }, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
    [{ email: 'mara' }, 'INVALID_EMAIL'],
    [{ email: 'finn@harbour.example', password: '9 letters' }, 'PASSWORD_TOO_SHORT'],
    [{ email: 'finn@harbour.example', password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
  ])('does not sign up %j', async (changes, refusal) => {
    await owners.signUp(mara, here)
    expect(await owners.signUp({ ...mara, ...changes }, here)).toEqual({ ok: false, refusal })
    const rows = await database.tables.db.selectFrom('owner').select('email').execute()
    expect(rows).toEqual([{ email: mara.email }])
  })

  it('signs up one of two who want the same address at once', async () => {
    const both = await Promise.all([owners.signUp(mara, here), owners.signUp(mara, here)])
    const refused = both.filter(({ ok }) => !ok)
    expect(refused).toEqual([{ ok: false, refusal: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }])
    expect(await database.tables.db.selectFrom('owner').select('email').execute()).toHaveLength(1)
    // PostgreSQL lets both look first and then refuses one, which better-auth reports.
    errors.splice(0)
  })

  it('answers an unknown address and a wrong password alike', async () => {
    await owners.signUp(mara, here)
    const refused = { ok: false, refusal: 'INVALID_EMAIL_OR_PASSWORD' }
    expect(await owners.signIn({ ...mara, password: 'high tide at noon' }, here)).toEqual(refused)
    expect(await owners.signIn({ ...mara, email: 'finn@harbour.example' }, here)).toEqual(refused)
  })

  it('ends a session by signing out, and no other', async () => {
    const [first, second] = [await owners.signUp(mara, here), await owners.signIn(mara, here)]
    const answer = await owners.signOut(browser(first))
    expect(answer).toMatchObject({ ok: true })
    expect(await owners.session(browser(first))).toBeNull()
    expect(await owners.session(browser(second))).not.toBeNull()
    expect(await owners.session(browser(answer))).toBeNull()
  })

  it('prolongs a session that is used, and ends one that is not', async () => {
    const answer = await owners.signUp(mara, here)
    const end = async (from: number) => {
      const time = new Date(Date.now() + from).toISOString()
      await sql`update owner_session set expires_at = ${time}`.execute(database.tables.db)
    }
    expect(await owners.session(browser(answer))).toMatchObject({ cookies: [] })
    await end(86_400_000)
    const prolonged = await owners.session(browser(answer))
    expect(prolonged?.cookies).toEqual([expect.stringContaining('Max-Age=604800')])
    await end(-1000)
    expect(await owners.session(browser(answer))).toBeNull()
  })

  it('takes no cookie that another secret signed', async () => {
    const answer = await owners.signUp(mara, here)
    const others = createOwners({
      ...{ tables: database.tables, secret: 'another', baseUrl: 'http://feeds.example' },
      mailer: null,
    })
    expect(await others.session(browser(answer))).toBeNull()
  })

  it('stores a password as a salted scrypt hash', async () => {
    const parts = { tables: database.tables, secret: testSecret, baseUrl: 'http://feeds.example' }
    const unchanged = createOwners({ ...parts, mailer: null })
    await unchanged.signUp(mara, here)
    // biome-ignore lint/suspicious/noExplicitAny: a table of better-auth, which schema.ts does not name
    const rows = await (database.tables.db as any).selectFrom('owner_login').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(mara.password)
    const [salt = '', hash] = String(rows[0]?.password).split(':')
    const options = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
    expect(hash).toBe(scryptSync(mara.password, salt, 64, options).toString('hex'))
    expect(await unchanged.signIn(mara, here)).toMatchObject({ ok: true })
    const wrong = { ...mara, password: 'high tide at noon' }
    expect(await unchanged.signIn(wrong, here)).toMatchObject({ ok: false })
  })

  describe('cookies', () => {
    it('are for this host and no script', async () => {
      const answer = await owners.signUp(mara, here)
      expect(answer).toMatchObject({
        cookies: [
          expect.stringMatching(
            /^photofeed_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
          ),
        ],
      })
    })

    it('travel by https alone where the dashboard does, and their name says so', async () => {
      const answer = await open('https://feeds.example').signUp(mara, here)
      expect(answer).toMatchObject({
        cookies: [
          expect.stringMatching(
            /^__Host-photofeed_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
          ),
        ],
      })
    })
  })

  it('counts tries by address, for all processes together', async () => {
    const another = open()
    const wrong = { ...mara, password: 'high tide at noon' }
    for (const process of [owners, another, owners, another, owners]) {
      expect(await process.signIn(wrong, here)).toMatchObject({
        refusal: 'INVALID_EMAIL_OR_PASSWORD',
      })
    }
    const refused = { ok: false, refusal: 'TOO_MANY_TRIES', retryAfter: expect.any(Number) }
    expect(await another.signIn(wrong, here)).toEqual(refused)
    expect(await owners.signIn(wrong, { address: '::ffff:192.0.2.1' })).toEqual(refused)
    expect(await owners.signIn(wrong, { address: '192.0.2.2' })).toMatchObject({
      refusal: 'INVALID_EMAIL_OR_PASSWORD',
    })
  })

  describe('a forgotten password', () => {
    it('is replaced with the link of a mail, once, and ends every session', async () => {
      const before = await owners.signUp(mara, here)
      expect(await owners.passwordReset?.request(mara.email, here)).toEqual({
        ok: true,
        cookies: [],
      })
      await expect.poll(() => mails).toHaveLength(1)
      expect(mails[0]).toMatchObject({
        to: mara.email,
        subject: 'Choose a new password for photofeed',
      })
      const token = /http:\/\/feeds\.example\/reset-password\?token=(\w+)/.exec(
        mails[0]?.text ?? '',
      )
      const reset = { token: token?.[1] ?? '', password: 'high tide at noon' }
      expect(await owners.passwordReset?.complete(reset, here)).toMatchObject({ ok: true })
      expect(await owners.session(browser(before))).toBeNull()
      expect(await owners.signIn(mara, here)).toMatchObject({ ok: false })
      expect(await owners.signIn({ ...mara, ...reset }, here)).toMatchObject({ ok: true })
      const again = await owners.passwordReset?.complete(reset, here)
      expect(again).toEqual({ ok: false, refusal: 'INVALID_TOKEN' })
    })

    it('answers alike for an unknown address, and sends nothing', async () => {
      await owners.signUp(mara, here)
      for (const email of ['finn@harbour.example', mara.email]) {
        expect(await owners.passwordReset?.request(email, here)).toEqual({ ok: true, cookies: [] })
      }
      // Mail is sent after the answer; what was asked for first would come first.
      await expect.poll(() => mails).not.toEqual([])
      expect(mails.map(({ to }) => to)).toEqual([mara.email])
    })

    it('is for the operator where no mail can be sent', () => {
      expect(open('http://feeds.example', false).passwordReset).toBeNull()
    })
  })
})
