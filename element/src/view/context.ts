import type { Account, FeedPage, Post } from '@photofeed/sdk'
import {
  completeFirstLabels,
  dateFormat,
  type FirstLabels,
  type PhotoFeedLabels,
} from '../languages/labels.ts'
import { type CompleteOptions, completeOptions, type PhotoFeedProperties } from './options.ts'
import type { VElement, VNode } from './vnode.ts'

/** Options of {@link renderFeed}: set them as on the element. Each is the property of {@link PhotoFeedProperties}. */
export type PhotoFeedRenderOptions = {
  readonly [Name in keyof PhotoFeedProperties]?: PhotoFeedProperties[Name] | undefined
} & {
  /** Replaces the texts for visitors. */
  readonly labels?: PhotoFeedLabels | undefined
  /** The language of dates, such as `de` or `pt-BR`. @default 'en' */
  readonly lang?: string | undefined
  /** That of the page's Content-Security-Policy, for the style element of the HTML. */
  readonly nonce?: string | undefined
}

/** The part of a page that is displayed. */
export type DisplayPage = Pick<FeedPage, 'posts' | 'pagination' | 'connection'> &
  Partial<Pick<FeedPage, 'account'>> & {
    /** The accounts of a page with the posts of several. */
    readonly accounts?: readonly (Pick<FeedPage, 'connection'> &
      Partial<Pick<FeedPage, 'account'>>)[]
  }

/** What the view depends on besides the page. */
export interface ViewContext extends CompleteOptions {
  readonly labels: FirstLabels
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
  /** Returns what is above the posts, each part with an id: profile, consent, notice. A further page has no profile. */
  top(page: DisplayPage | undefined, context: ViewContext, isFirst: boolean): readonly VElement[]
  /** Returns the numbers of likes and comments that the platform gives. */
  counts(post: Post, context: ViewContext): VNode
}

/** The element, for what it loads on demand. */
export type FeedHost = HTMLElement & PhotoFeedProperties

/** What the viewer and the albums need of an element. */
export interface FeedSource {
  readonly host: FeedHost
  /** Whether the element displays posts. */
  hasPosts(): boolean
  /** Returns the posts that the element displays. */
  loadPosts(): Promise<readonly Post[]>
  /** Loads and displays the next page. Resolves to its posts, to none after the last page, and to null if it fails. */
  loadMore(): Promise<readonly Post[] | null>
  /** Loads a post that the element does not display; null if no account has one with this id. */
  loadPost(id: string): Promise<Post | null>
  /** Returns the account of a post, if it is known. */
  accountOf(post: Post): Account | undefined
  context(): ViewContext
}

/** Which page of a feed to read. */
export interface PageRequest {
  /** `''` is the first page. */
  readonly cursor: string
  /** The ids of the posts before it. */
  readonly shown: readonly string[]
  readonly signal: AbortSignal
  /** Whether the page must not be one that another feed has read. */
  readonly isFresh: boolean
}

/** Reads the page of an account at a cursor; null is the first page. */
export type ReadPage = (
  apiKey: string,
  selection: { readonly pageSize: number; readonly cursor: string | null },
  request: Pick<PageRequest, 'signal' | 'isFresh'>,
) => Promise<FeedPage>

/** The `sizes` of a picture that the element has yet to measure. */
export const unmeasured = '1px'

/** Whether the options select a part that is loaded on demand. */
export function needsExtras(options: PhotoFeedProperties): boolean {
  const { theme, showProfile, counts, captions, consent, loadMore, ownerNotice } = options
  const isOnPicture = captions === 'over' || captions === 'hover'
  const isPlain =
    theme === 'plain' && !isOnPicture && consent === 'granted' && loadMore !== 'scroll'
  return !isPlain || ownerNotice || showProfile || counts
}

/** `timeZone` is that of dates, by default that of the visitor. */
export function viewContext(
  options: PhotoFeedRenderOptions,
  extras?: Extras,
  timeZone?: string,
): ViewContext {
  const { labels, lang = '' } = options
  return {
    extras,
    sizes: unmeasured,
    ...completeOptions(options),
    labels: completeFirstLabels(labels),
    lang,
    formatDate: dateFormat(lang, timeZone),
  }
}
