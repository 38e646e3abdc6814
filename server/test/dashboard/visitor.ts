import type { BrowserContext } from 'playwright-core'
import { submitForm } from '../platform/platform-world.ts'
import { tokenIn } from '../support/owners.ts'
import type { DashboardWorld } from './dashboard-world.ts'

export interface TestResponse {
  status: number
  headers: Headers
  text: string
}

export const mara = { email: 'mara@harbour.example', password: 'low tide at noon' }
export const finn = { email: 'finn@harbour.example', password: 'high tide at noon' }

/** A browser without scripts: it keeps cookies, and sends forms from our own pages. */
export class Visitor {
  private readonly cookies = new Map<string, string>()
  private readonly world: Pick<DashboardWorld, 'url'>
  private readonly address: string

  constructor(world: Pick<DashboardWorld, 'url'>, address = '192.0.2.1') {
    this.world = world
    this.address = address
  }

  get(path: string): Promise<TestResponse> {
    return this.send(path)
  }

  post(path: string, fields: Record<string, string> = {}): Promise<TestResponse> {
    const headers = { Origin: this.world.url }
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  async send(path: string, init: RequestInit = {}): Promise<TestResponse> {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', this.address)
    headers.set('Cookie', this.cookieHeader())
    const url = new URL(path, this.world.url)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
    const text = await response.text()
    assertNamed(text)
    assertOnce(text)
    return { status: response.status, headers: response.headers, text }
  }

  cookieHeader(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ')
  }

  /** Follows a redirect, and returns the notice of that page. */
  async notice(reply: TestResponse): Promise<string> {
    const path = reply.headers.get('Location') ?? ''
    if (!/^\/(accounts|feeds\/\w{8})\?notice=/.test(path)) {
      throw new Error(`The response was ${reply.status} to ${path}`)
    }
    return noticeOf(await this.get(path))
  }

  private keep(cookie: string) {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=')
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** The sentence in the page's notice or below a field, or nothing. */
export function noticeOf({ text }: Pick<TestResponse, 'text'>): string {
  return /<p class="(?:notice|hint mistake)[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
}

/** Signs up, by mail where the dashboard sends some, and is signed in then. */
export async function signedUp(world: DashboardWorld, who = mara): Promise<Visitor> {
  const visitor = new Visitor(world)
  const up = await visitor.post('/sign-up', who)
  if (up.headers.get('Location') === '/accounts') return visitor
  if (up.status !== 200) throw unlike('signing up', up, world)
  await world.sendMails()
  const set = { ...who, token: tokenIn(world.mails.pop()) }
  const chosen = await visitor.post('/reset-password/new', set)
  if (chosen.status !== 303) throw unlike('setting the password', chosen, world)
  return visitor
}

const unlike = (what: string, { status, text }: TestResponse, { errors }: DashboardWorld) =>
  new Error(
    `The response to ${what} was ${status}: ${noticeOf({ text }) || /<title>[^<]*/.exec(text)?.[0] || text}`,
    {
      cause: errors[0],
    },
  )

/** Signs up and in with the cookies of a browser. */
export async function signUpIn(
  { request }: Pick<BrowserContext, 'request'>,
  { url, mails, sendMails }: Pick<DashboardWorld, 'url' | 'mails' | 'sendMails'>,
  who = mara,
): Promise<void> {
  const headers = { Origin: url }
  await request.post('/sign-up', { form: { email: who.email }, headers })
  await sendMails()
  const token = tokenIn(mails.pop())
  await request.post('/reset-password/new', { form: { ...who, token }, headers })
}

/** Puts the owner on the plan, as an operator does. */
export async function onPlan({ database }: DashboardWorld, plan: 'free' | 'premium') {
  await database.tables.db.updateTable('owner').set({ plan }).execute()
}

/** Where the platform sends the browser back to, after the form of one of our pages led there. */
export async function throughPlatform(
  { emulator, url }: Pick<DashboardWorld, 'emulator' | 'url'>,
  reply: TestResponse,
  username = 'harbour.and.hearth',
  change: Record<string, string | string[]> = {},
): Promise<string> {
  const target = departureOf(reply)
  if (reply.status !== 200 || !target.startsWith(emulator.url)) {
    throw new Error(`The form led to ${target}, with ${reply.status}`)
  }
  const { userId } = emulator.users.get(username)
  const back = await submitForm(target, { user: userId, ...change })
  if (back.origin !== url) throw new Error(`The platform led back to ${back.origin}`)
  return back.pathname + back.search
}

/** Where a page sends the browser by itself. */
export function departureOf({ headers }: TestResponse): string {
  return /^0; url=(.*)$/.exec(headers.get('Refresh') ?? '')?.[1] ?? ''
}

/** Connects an account in the dashboard; what the page then says. */
export async function connectBy(
  visitor: Visitor,
  world: Pick<DashboardWorld, 'emulator' | 'url'>,
  username?: string,
): Promise<string> {
  const path = await throughPlatform(world, await visitor.post('/connect'), username)
  return visitor.notice(await visitor.get(path))
}

/** The cards on the accounts page, each with its feed: the ids, and the key. */
export async function cardsOf(visitor: Visitor) {
  const { text } = await visitor.get('/accounts')
  const cards = text.split('<article').slice(1)
  return Promise.all(
    cards.map(async (card) => {
      const feedId = /href="\/feeds\/(\w{8})"/.exec(card)?.[1] ?? ''
      const { text: feed } = await visitor.get(`/feeds/${feedId}`)
      return {
        id: Number(/data-account="(\d+)"/.exec(card)?.[1]),
        status: /class="status (\w+)/.exec(card)?.[1],
        username: /<h2[^>]*><a[^>]*>@(.*?)<\/a><\/h2>/.exec(card)?.[1],
        apiKey: /<code id="key-\d+">([0-9a-f]{64})</.exec(feed)?.[1] ?? '',
        ...{ feedId, feed, text: card },
      }
    }),
  )
}

/** Voice control presses what it hears: the name of a button or a link contains its text (WCAG 2.5.3). */
function assertNamed(page: string) {
  for (const [, name = '', inner = ''] of page.matchAll(
    /<(?:button|a)\b[^>]*\baria-label="([^"]*)"[^>]*>(.*?)<\/(?:button|a)>/gs,
  )) {
    const text = inner.replaceAll(/<[^>]*>/g, '').trim()
    const isWord = /[a-z]/i.test(text)
    if (isWord && !name.includes(text)) throw new Error(`"${text}" is named "${name}"`)
  }
}

/** Two rows of a list with one name are a mistake in one of them. */
function assertOnce(page: string) {
  for (const [list] of page.matchAll(/<dl\b.*?<\/dl>/gs)) {
    const names = [...list.matchAll(/<dt\b[^>]*>(.*?)<\/dt>/gs)].map(([, name]) => name)
    const twice = names.find((name, index) => names.indexOf(name) < index)
    if (twice !== undefined) throw new Error(`Two rows are called "${twice}"`)
  }
}
