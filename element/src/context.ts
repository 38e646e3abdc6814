import type { Account, Connection, FeedPage, Post } from '@photofeed/sdk'
import { completeLabels, dateFormat, type FeedLabels, type Labels } from './labels.ts'
import { completeOptions, type PhotoFeedProperties } from './options.ts'
import type { VNode } from './vnode.ts'

/** Options of {@link renderFeed}: set them as on the element. Each is the property of {@link PhotoFeedProperties}. */
export type RenderFeedOptions = {
  readonly [Name in
    | 'src'
    | 'layout'
    | 'columns'
    | 'gap'
    | 'theme'
    | 'header'
    | 'captions'
    | 'counts'
    | 'load'
    | 'max'
    | 'target'
    | 'open'
    | 'consent'
    | 'ownerNotice']?: PhotoFeedProperties[Name] | undefined
} & {
  /** Replaces the texts for visitors. */
  readonly labels?: FeedLabels | undefined
  /** The language of dates, such as `de` or `pt-BR`. @default 'en' */
  readonly lang?: string | undefined
  /** That of the page's Content-Security-Policy, for the style element of the HTML. */
  readonly nonce?: string | undefined
}

/** The part of a page that is displayed. */
export type DisplayPage = Pick<FeedPage, 'posts' | 'pagination' | 'connection'> &
  Partial<Pick<FeedPage, 'account'>>

/** What the view depends on besides the page. */
export interface ViewContext extends PhotoFeedProperties {
  readonly labels: Labels
  readonly lang: string
  readonly formatDate: (date: Date) => string
  /** The `sizes` of pictures. The element raises it to the width that it measures. */
  readonly sizes: string
  /** Missing until they are loaded. */
  readonly extras: Extras | undefined
}

/** Parts of the view that most feeds do not have. They are loaded on demand. */
export interface Extras {
  /** Returns the styles of the parts that the options select. */
  styles(context: ViewContext): string
  /** Returns the profile; a placeholder while it is unknown. */
  header(account: Account | undefined, posts: readonly Post[], context: ViewContext): VNode
  /** Explains on which hosts pictures wait for consent, with a button that loads them. */
  consent(page: DisplayPage, context: ViewContext): VNode
  /** Returns the notice of a broken connection. */
  notice(connection: Connection, context: ViewContext): VNode
  /** Returns the numbers of likes and comments that the platform gives. */
  counts(post: Post, context: ViewContext): VNode
}

/** The `sizes` of a picture that the element has yet to measure. */
export const unmeasured = '1px'

/** Whether the options select a part that is loaded on demand. */
export function needsExtras(options: PhotoFeedProperties): boolean {
  const { theme, header, counts, captions, consent, ownerNotice } = options
  const isOnPicture = captions === 'over' || captions === 'hover'
  const isPlain = theme === 'plain' && !isOnPicture && consent === 'granted'
  return !isPlain || ownerNotice || header || counts
}

export function viewContext(options: RenderFeedOptions, extras?: Extras): ViewContext {
  const { labels, lang = '' } = options
  return {
    extras,
    sizes: unmeasured,
    ...completeOptions(options),
    labels: completeLabels(labels),
    lang,
    formatDate: dateFormat(lang),
  }
}
