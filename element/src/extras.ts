import type { Account, Connection, Post } from '@photofeed/sdk'
import { hostOf, isAllowed, webUrl } from './addresses.ts'
import { blockedHost, dateOf } from './card.ts'
import type { DisplayPage, Extras, ViewContext } from './context.ts'
import { extraStyles } from './extra-styles.ts'
import { fill, formatCount } from './labels.ts'
import { element, type VNode } from './vnode.ts'

/** They are loaded on demand. */
export const extras: Extras = { styles: extraStyles, header, consent, notice, counts }

function header(account: Account | undefined, posts: readonly Post[], context: ViewContext): VNode {
  const { labels, lang, target } = context
  if (!account) {
    const attributes = { part: 'header', 'aria-hidden': 'true' }
    return element('div', attributes, element('span', { part: 'avatar' }))
  }
  const { username, name, biography, mediaCount, followersCount } = account
  const stats = [
    [mediaCount, labels.accountPosts],
    [followersCount, labels.followers],
  ] as const
  const url = profileUrl(username, posts)
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

function avatar({ profilePictureUrl, username }: Account, context: ViewContext) {
  const src = webUrl(profilePictureUrl ?? '')
  return src && isAllowed(src, context)
    ? element('img', { part: 'avatar', alt: '', referrerpolicy: 'no-referrer', src })
    : element('span', { part: 'avatar', 'aria-hidden': 'true' }, username.charAt(0).toUpperCase())
}

/** The API has no address of the profile. On the platform it is the name, on the host of the posts. */
function profileUrl(username: string, [post]: readonly Post[]) {
  const permalink = webUrl(post?.permalink ?? '')
  return permalink && new URL(`/${encodeURIComponent(username)}/`, permalink).href
}

function consent({ account, posts }: DisplayPage, context: ViewContext): VNode {
  const { labels } = context
  const avatar = context.header && account?.profilePictureUrl
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

function notice({ explanation, lastFetchedAt }: Connection, context: ViewContext): VNode {
  const { notice: text, lastUpdated } = context.labels
  const [before = '', after = ''] = lastUpdated.split('{date}')
  const date = dateOf(lastFetchedAt, context, null)
  return element(
    'div',
    { part: 'notice' },
    element('bdi', {}, fill(text, { explanation: explanation ?? '' })),
    ...(date ? [` ${before}`, date, after] : []),
  )
}

function counts({ likeCount, commentsCount }: Post, { labels, lang }: ViewContext): VNode {
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
