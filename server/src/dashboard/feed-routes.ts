import { html } from 'hono/html'
import { parseLook } from '../../../element/editor/parse-look.ts'
import { contentSecurity } from '../http/security-headers.ts'
import { labels } from '../labels.ts'
import type { OwnerSession } from '../owners/auth.ts'
import type { AccountCard } from '../stores/service/account-overview.ts'
import { feedPage } from './feed-page.ts'
import { done, panelPage, problem } from './layout.ts'
import {
  createNotices,
  type DashboardContext,
  type DashboardParts,
  errorPage,
  type Routes,
  readForm,
} from './routes.ts'

type MaybeResponse = Response | Promise<Response>

/** Adds the screen of a feed, and what it sends. */
export function feedRoutes({ get, post }: Routes, parts: DashboardParts): void {
  const { accounts, keys, feeds, cdnUrl, platformImages } = parts
  const { toFeed, take } = createNotices(parts)
  const images = `${new URL(cdnUrl).origin} ${platformImages}`
  const security = contentSecurity(images, { 'media-src': `'self' ${images}` })

  /** Handles a request about a feed of the owner. */
  const ofFeed =
    (
      handle: (
        context: DashboardContext,
        session: OwnerSession,
        found: { card: AccountCard; cards: AccountCard[] },
      ) => MaybeResponse,
    ) =>
    async (context: DashboardContext, session: OwnerSession) => {
      const cards = await accounts.cards(session.owner.id)
      const card = cards.find(({ feedId }) => feedId === context.req.param('feedId'))
      return card
        ? handle(context, session, { card, cards })
        : errorPage(context, 'no such feed', session.owner)
    }

  get(
    '/feeds/:feedId',
    'owner',
    ofFeed(async (context, session, { card, cards }) => {
      const { owner } = session
      const key = (await keys.findAll([card.accountId])).get(card.accountId)
      const notice = take(context, session)
      return context.html(feedPage(parts, { owner, card, cards, key, notice }))
    }),
    security,
  )
  post(
    '/feeds/:feedId/look',
    'owner',
    ofFeed(async (context, _, { card }) => {
      const { look } = await readForm(context, ['look'])
      const parsed = parseLook(look)
      if (typeof parsed === 'string') return context.text(parsed, 400)
      await feeds.saveLook(card.accountId, parsed)
      return context.body(null, 204)
    }),
  )
  get(
    '/feeds/:feedId/replace',
    'owner',
    ofFeed((context, { owner }, { card: { feedId, profile } }) => {
      const content = html`<p>Every page with the code of this feed shows only the link that you pasted, within a minute. Then you paste the new code where the photos belong.</p>
<form method="post" action="/feeds/${feedId}/replace">
<button class="button main danger">${labels.replaceCode}</button>
<a class="button" href="/feeds/${feedId}">Keep the code</a>
</form>`
      const title = `${labels.replaceCode} of @${profile.username}?`
      const view = { title, owner, current: '/accounts', look: 'confirmation' as const }
      return context.html(panelPage(view, content))
    }),
  )
  post(
    '/feeds/:feedId/replace',
    'owner',
    ofFeed(async (context, session, { card: { accountId, feedId } }) => {
      const fresh = await feeds.replaceId(accountId, feedId)
      if (fresh) parts.report('changedFeedId', { accountId, ownerId: session.owner.id })
      const notice = fresh
        ? done(`The feed has a new code. ${labels.put} again.`)
        : problem('The feed got a new code in another window.')
      return toFeed(context, session, accountId, notice)
    }),
  )
}
