import { answerForm } from '../platform/platform-world.ts'
import type { DashboardWorld } from './dashboard-world.ts'
import type { Answer, Visitor } from './visitor.ts'

/** Where the platform sends the browser back to, after the form of one of our pages led there. */
export async function throughPlatform(
  { emulator, url }: DashboardWorld,
  answer: Answer,
  username = 'harbour.and.hearth',
  change: Record<string, string | string[]> = {},
): Promise<string> {
  const target = departureOf(answer)
  if (answer.status !== 200 || !target.startsWith(emulator.url)) {
    throw new Error(`The form led to ${target}, with ${answer.status}`)
  }
  const { userId } = emulator.users.get(username)
  const back = await answerForm(target, { user: userId, ...change })
  if (back.origin !== url) throw new Error(`The platform led back to ${back.origin}`)
  return back.pathname + back.search
}

/** Where a page sends the browser by itself. */
export function departureOf({ headers }: Answer): string {
  return /^0; url=(.*)$/.exec(headers.get('Refresh') ?? '')?.[1] ?? ''
}

/** Connects an account in the dashboard; what the page then says. */
export async function connectBy(
  visitor: Visitor,
  world: DashboardWorld,
  username?: string,
): Promise<string> {
  const path = await throughPlatform(world, await visitor.post('/connect'), username)
  return visitor.notice(await visitor.get(path))
}

/** The keys and ids of the cards on the accounts page. */
export async function cardsOf(visitor: Visitor) {
  const { text } = await visitor.get('/accounts')
  return text
    .split('<article')
    .slice(1)
    .map((card) => ({
      id: Number(/data-account="(\d+)"/.exec(card)?.[1]),
      status: /class="status (\w+)"/.exec(card)?.[1],
      username: /<h2[^>]*>@([^<]*)</.exec(card)?.[1],
      apiKey: /<code id="key-\d+">([0-9a-f]{64})</.exec(card)?.[1] ?? '',
      text: card,
    }))
}
