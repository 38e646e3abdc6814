import type { Account, Post } from '@photofeed/sdk'
import { fill, type Labels } from '../languages/labels.ts'
import { webUrl } from '../view/addresses.ts'
import { dateOf } from '../view/card.ts'
import type { ViewContext } from '../view/context.ts'
import { avatar, profileUrl } from '../view/profile.ts'
import { element, type VNode } from '../view/vnode.ts'

/** What the viewer depends on besides the posts. */
export type ViewerContext = Pick<ViewContext, 'lang' | 'formatDate' | 'consent' | 'src'> & {
  readonly labels: Labels
}

/** The parts of the viewer, which `::part()` of the element selects. */
export const viewerParts = [
  ...['viewer', 'viewer-image', 'viewer-video', 'viewer-panel', 'viewer-date'],
  ...['viewer-caption', 'viewer-counts', 'viewer-link', 'viewer-button', 'viewer-avatar'],
  ...['viewer-username', 'viewer-position'],
]

type ButtonName = 'close' | 'previous' | 'next' | 'previousPost' | 'nextPost'

export function dialogView({ labels, lang }: ViewerContext, dir: 'ltr' | 'rtl'): VNode {
  const button = (name: ButtonName, text?: string) => {
    const attributes = text ? {} : { 'aria-label': labels[name], title: labels[name] }
    const all = { type: 'button', part: 'viewer-button', name, ...attributes }
    return element('button', all, text ?? null)
  }
  return element(
    'dialog',
    {
      ...{ part: 'viewer', 'aria-label': labels.viewer, 'aria-describedby': 'status' },
      ...{ tabindex: -1, lang: lang || null, dir },
    },
    element('p', { id: 'status', role: 'status' }),
    element(
      'div',
      { id: 'stage' },
      element('div', { id: 'track', role: 'group', tabindex: 0 }),
      button('previous'),
      button('next'),
      element('div', { id: 'dots', 'aria-hidden': 'true' }),
    ),
    element(
      'div',
      { id: 'panel', part: 'viewer-panel' },
      element('div', { id: 'author' }),
      element('div', { id: 'text' }),
      element(
        'div',
        { id: 'bar' },
        element('div', { id: 'link' }),
        button('previousPost', labels.previousPost),
        button('nextPost', labels.nextPost),
      ),
    ),
    button('close'),
  )
}

/** Returns a dot for each item of an album, and the position as a text. */
export function dotsView(position: number, total: number): VNode[] {
  if (total < 2) return []
  const dots = Array<null>(total).fill(null)
  return [
    ...dots.map((_, index) => element('i', { class: index === position && 'current' })),
    element('span', { part: 'viewer-position' }, `${position + 1} / ${total}`),
  ]
}

/** Returns picture and name of the account, with a link to its profile, and the date of a post. */
export function authorView(
  post: Post,
  account: Account | undefined,
  context: ViewerContext,
): VNode[] {
  const url = account && profileUrl(account.username, post)
  const attributes = { part: 'viewer-username', dir: 'ltr' }
  const link = { href: url, target: '_blank', rel: 'noopener' }
  return [
    account ? avatar(account, context, 'viewer-avatar') : null,
    element(
      'div',
      {},
      account
        ? element(url ? 'a' : 'span', { ...attributes, ...(url && link) }, `@${account.username}`)
        : null,
      dateOf(post.timestamp, context, 'viewer-date'),
    ),
  ]
}

/** Returns caption and counts of a post. Counts that are zero or unknown are omitted. */
export function textView(post: Post, { labels, lang }: ViewerContext): VNode[] {
  const { caption, likeCount, commentsCount } = post
  const counts = [
    likeCount && fill(labels.likes, { count: likeCount }, lang),
    commentsCount && fill(labels.comments, { count: commentsCount }, lang),
  ].flatMap((text) => (text ? element('span', {}, text) : []))
  return [
    caption ? element('p', { part: 'viewer-caption', dir: 'auto' }, caption) : null,
    counts.length > 0 ? element('p', { part: 'viewer-counts' }, ...counts) : null,
  ]
}

/** Returns the link to a post on the platform. It opens a new tab, so that the visitor does not lose the page. */
export function linkView({ permalink }: Post, { labels }: ViewerContext): VNode {
  const attributes = { part: 'viewer-link', href: permalink, target: '_blank', rel: 'noopener' }
  return webUrl(permalink) ? element('a', attributes, labels.viewPost) : null
}
