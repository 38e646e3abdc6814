import type { DashboardWorld } from './dashboard-world.ts'

export interface Answer {
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

  get(path: string): Promise<Answer> {
    return this.send(path)
  }

  post(path: string, fields: Record<string, string> = {}): Promise<Answer> {
    const headers = { Origin: this.world.url }
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', this.address)
    headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '))
    const url = new URL(path, this.world.url)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Goes where the answer leads, and says what that page tells. */
  async notice(answer: Answer): Promise<string> {
    if (answer.headers.get('Location') !== '/accounts') {
      throw new Error(`Answered with ${answer.status} to ${answer.headers.get('Location')}`)
    }
    return noticeOf(await this.get('/accounts'))
  }

  private keep(cookie: string) {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=')
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** The sentence in the page's notice, or nothing. */
export function noticeOf({ text }: Answer): string {
  return /<p class="notice[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
}

export async function signedUp(world: DashboardWorld, who = mara): Promise<Visitor> {
  const visitor = new Visitor(world)
  const { status, text } = await visitor.post('/sign-up', who)
  if (status !== 303) throw new Error(`Signing up was answered with ${status}: ${text}`)
  return visitor
}

/** Puts the owner on the plan, as an operator does. */
export async function onPlan({ database }: DashboardWorld, plan: 'free' | 'premium') {
  await database.tables.db.updateTable('owner').set({ plan }).execute()
}
