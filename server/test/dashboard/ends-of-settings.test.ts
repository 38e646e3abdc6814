import { expect, test } from 'vitest'
import { ownersCommand } from '../../src/cli/owners.ts'
import { createOwners } from '../../src/owners/owners.ts'
import { completeSettings, type Settings, settings } from '../../src/settings/settings.ts'
import { valuesAtEnd } from '../support/setting-values.ts'
import { dashboardWorld } from './dashboard-world.ts'
import { secret } from './running-dashboard.ts'
import { finn, mara, signedUp, Visitor } from './visitor.ts'

const hour = 3_600_000
const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour, day: 24 * hour }

const timeIn = (text: string) => /(?:works for|within) (\d+ \w+)\./.exec(text)?.[1]
function millisecondsOf(said: string) {
  const [, count, unit = ''] = /^(\d+) (\w+?)s?$/.exec(said) ?? []
  return Number(count) * (unitMs[unit] ?? 0)
}

/** Both ends of the ranges of all numbers. */
const ends = [0, 1].map((end) => {
  const values: Partial<Settings> = valuesAtEnd(settings, end)
  return [JSON.stringify(values), values] as const
})

test.each(ends)(
  'an owner signs up, stays, and has links that work for as long as pages and mails say: %s',
  async (_, settings) => {
    const world = await dashboardWorld({ settings })
    const { mails, time } = world
    const [visitor, other] = [await signedUp(world), await signedUp(world, finn)]
    expect((await visitor.get('/accounts')).status).toBe(200)
    const request = { email: 'finn@elsewhere.example', current: finn.password }
    const pages = [
      await visitor.post('/reset-password', { email: mara.email }),
      await other.post('/settings/email/request', request),
    ]
    await world.sendMails()
    const letters = mails.filter(({ text }) => text.includes('The link works'))
    const [said = '', ...others] = [...pages, ...letters].map(({ text }) => timeIn(text))
    expect(others).toEqual([said, said, said])

    const [reset = '', change = ''] = letters.map(({ text }) => /http\S+/.exec(text)?.[0])
    const isOpen = async () => (await visitor.get(reset)).text.includes('name="token"')
    time.now += millisecondsOf(said) - 1
    // Sessions end too that nobody used for as long.
    for (const [each, who] of [
      [visitor, mara],
      [other, finn],
    ] as const)
      await each.post('/sign-in', who)
    expect(await isOpen()).toBe(true)
    const token = Object.fromEntries(new URL(change).searchParams)
    expect((await other.post('/settings/email', token)).status).toBe(303)
    time.now += 1
    expect(await isOpen()).toBe(false)

    // A session that is used goes on.
    time.now += hour
    const used = await visitor.get('/accounts')
    expect([used.status, used.headers.getSetCookie().length]).toEqual([200, 1])
  },
)

test.each(ends)(
  'the command invites by its own options, for as long as it says, whatever the server has: %s',
  async (_, values) => {
    const world = await dashboardWorld()
    const { url, time, database } = world
    const invite = ownersCommand.commands.find((command) => command.name() === 'invite')
    const taken = invite?.options.map((option) => option.attributeName())
    const read: string[] = []
    async function invited(some: Partial<Settings>) {
      const observed = new Proxy(
        { ...completeSettings(), ...some },
        { get: (all, name: keyof Settings) => [all[name], read.push(name)][0] },
      )
      const owners = createOwners({
        ...{ ...database, secret, baseUrl: url, settings: observed, clock: () => time.now },
        ...{ mailer: null, onError() {}, report() {} },
      })
      // What its parts read when they are created may be of others.
      read.splice(0)
      return owners.invite(mara.email)
    }
    const given = Object.entries(values).filter(([name]) => taken?.includes(name))
    const byOptions = await invited(Object.fromEntries(given))
    const link = await invited(values)
    expect(
      [link.time, ...read.filter((name) => !taken?.includes(name))],
      'give `owners invite` each option that an invitation depends on',
    ).toEqual([byOptions.time])
    const isOpen = async () =>
      (await new Visitor(world).get(link.url)).text.includes('name="token"')
    expect(await isOpen()).toBe(true)
    time.now += millisecondsOf(link.time) - 1
    expect(await isOpen()).toBe(true)
    time.now += 1
    expect(await isOpen()).toBe(false)
  },
)

test.each(ends)('cookies live as long as what they name: %s', async (_, settings) => {
  for (const [name, table] of [
    ['session', 'owner_session'],
    ['browser', 'owner_browser'],
  ] as const) {
    const world = await dashboardWorld({ settings })
    const { headers } = await (await signedUp(world)).post('/sign-in', mara)
    const cookie = headers.getSetCookie().find((each) => each.startsWith(`photofeed_${name}=`))
    const end = world.time.now + Number(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1]) * 1000
    const { sessions, tables } = world.database
    const isThere = async (time: number) => {
      await sessions.prune(time)
      return (await tables.db.selectFrom(table).select('owner_id').execute()).length > 0
    }
    expect([name, await isThere(end - 1), await isThere(end)]).toEqual([name, true, false])
  }
})

/** What an owner sees of times. */
async function timesOf(settings: Partial<Settings>) {
  const world = await dashboardWorld({ settings })
  const visitor = await signedUp(world)
  const { headers } = await visitor.post('/sign-in', mara)
  const [session, browser] = headers.getSetCookie().map((cookie) => /Max-Age=\d+/.exec(cookie)?.[0])
  const link = timeIn((await visitor.post('/reset-password', { email: mara.email })).text)
  world.time.now += hour
  const renewed = (await visitor.get('/accounts')).headers.getSetCookie().length
  return { session, browser, link, renewed } as Record<string, unknown>
}

test('each number changes one time that owners see, at most', async () => {
  const usual = await timesOf({})
  expect(Object.values(usual)).not.toContain(undefined)
  for (const [, values] of ends)
    for (const [name, value] of Object.entries(values)) {
      const times = await timesOf({ [name]: value })
      const changed = Object.keys(usual).filter((time) => times[time] !== usual[time])
      expect([name, value, changed]).toEqual([name, value, changed.slice(0, 1)])
    }
})
