import type { Connection, Post } from '@photofeed/sdk'
import { completeLabels, fill, formatCount } from '../languages/labels.ts'
import { hostOf, isAllowed } from './addresses.ts'
import { dateOf } from './card.ts'
import type { DisplayPage, Extras, ViewContext } from './context.ts'
import { extraStyles } from './extra-styles.ts'
import { blockedHost } from './pictures.ts'
import { avatar, profileUrl } from './profile.ts'
import { element, type VElement, type VNode } from './vnode.ts'

/** They are loaded on demand. */
export const extras: Extras = { styles: extraStyles, top, counts }

function top(page: DisplayPage | undefined, context: ViewContext, isFirst: boolean): VElement[] {
  const { showProfile, consent, ownerNotice } = context
  const container = (id: string, content: readonly VNode[]) => element('div', { id }, ...content)
  const keys = (context.apiKey ?? '').split(/\s+/)
  const accounts = page?.accounts ?? (page ? [page] : keys.map(() => undefined))
  const question = page && consent === 'required' ? questionOf(page, context) : null
  const profiles = accounts.map((account) => profileOf(account, page?.posts, context))
  const notices = accounts.map((account) => noticeOf(account?.connection, context))
  return [
    ...(showProfile && isFirst ? [container('header', profiles)] : []),
    ...(question ? [container('consent', [question])] : []),
    ...(ownerNotice ? [container('notice', notices)] : []),
  ]
}

/** Returns a profile; a placeholder while it is unknown. */
function profileOf(
  page: Partial<Pick<DisplayPage, 'account'>> | undefined,
  posts: readonly Post[] = [],
  context: ViewContext,
): VNode {
  const account = page?.account
  if (page && !account) return null
  const { lang, target } = context
  const labels = completeLabels(context.labels)
  if (!account) {
    const attributes = { part: 'header', 'aria-hidden': 'true' }
    return element('div', attributes, element('span', { part: 'avatar' }))
  }
  const { username, name, biography, mediaCount, followersCount } = account
  const stats = [
    [mediaCount, labels.accountPosts],
    [followersCount, labels.followers],
  ] as const
  const url = profileUrl(username, posts[0])
  return element(
    'div',
    { part: 'header' },
    avatar(account, context),
    element(
      'div',
      { part: 'profile' },
      element('span', { part: 'name', dir: 'auto' }, name || username),
      element('span', { part: 'username', dir: 'ltr' }, `@${username}`),
    ),
    element(
      'span',
      { part: 'stats' },
      ...stats.map(([count, label]) =>
        count === null ? null : element('span', {}, fill(label, { count }, lang)),
      ),
    ),
    url && element('a', { part: 'follow', href: url, target, rel: 'noopener' }, labels.follow),
    biography && element('p', { part: 'bio', dir: 'auto' }, biography),
  )
}

function questionOf({ account, posts }: DisplayPage, context: ViewContext): VNode {
  const labels = completeLabels(context.labels)
  const avatar = context.showProfile && account?.profilePictureUrl
  const hosts = new Set(posts.map((post) => blockedHost(post, context)))
  if (avatar && !isAllowed(avatar, context)) hosts.add(hostOf(avatar))
  hosts.delete(undefined)
  if (hosts.size === 0) return null
  return element(
    'div',
    { part: 'consent' },
    element('p', {}, fill(labels.consent, { host: [...hosts].join(', ') })),
    element('button', { type: 'button', part: 'button', name: 'consent' }, labels.showPhotos),
  )
}

/** Returns the notice of a broken connection. */
function noticeOf(connection: Connection | undefined, context: ViewContext): VNode {
  if (!connection?.stale) return null
  const { explanation, lastFetchedAt } = connection
  const { notice: text, lastUpdated } = completeLabels(context.labels)
  const [before = '', after = ''] = lastUpdated.split('{date}')
  const date = dateOf(lastFetchedAt, context, null)
  return element(
    'div',
    { part: 'notice' },
    element('bdi', {}, fill(text, { explanation: explanation ?? '' })),
    ...(date ? [` ${before}`, date, after] : []),
  )
}

function counts({ likeCount, commentsCount }: Post, context: ViewContext): VNode {
  const { lang } = context
  const labels = completeLabels(context.labels)
  const numbers = [
    ['likes', likeCount, labels.likes],
    ['comments', commentsCount, labels.comments],
  ] as const
  const shown = numbers.flatMap(([name, number, label]) => {
    if (!number) return []
    return element(
      'span',
      { class: name },
      element('span', { class: 'hidden' }, `${fill(label, { count: number }, lang)} `),
      element('span', { 'aria-hidden': 'true' }, formatCount(number, lang)),
    )
  })
  return shown.length > 0 ? element('span', { part: 'counts' }, ...shown) : null
}
