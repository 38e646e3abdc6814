import type { Post } from '@photofeed/sdk'
import type { DisplayPage } from '../view/context.ts'
import type { PhotoFeedProperties } from '../view/options.ts'

/** The options that choose posts. */
export type Choice = Pick<PhotoFeedProperties, 'hide' | 'pin' | 'only' | 'without'>

/** The posts of an account, from which those of a page are taken. */
export interface PostSource {
  /** The chosen posts that are loaded and not taken yet, newest first. */
  posts: readonly Post[]
  /** Whether later posts can still be loaded. */
  hasMore: boolean
}

/** Returns the ids of an attribute: they are separated by spaces or commas. */
export function idsOf(text: string | null): string[] {
  return [...new Set((text ?? '').split(/[\s,]+/))].filter(Boolean)
}

/** Returns a function that checks whether the options choose a post. */
export function createFilter({ hide, only, without }: Choice): (post: Post) => boolean {
  const hidden = idsOf(hide)
  const [wanted, unwanted] = [idsOf(normalize(only)), idsOf(normalize(without))]
  return ({ id, caption }) => {
    const words = wordsOf(caption)
    const isWanted = wanted.length === 0 || wanted.some((word) => words.has(word))
    return isWanted && !hidden.includes(id) && !unwanted.some((word) => words.has(word))
  }
}

/** Some keyboards write another `#`, and letters with accents as two characters. */
function normalize(text: string | null) {
  return (text ?? '').normalize('NFKC').toLowerCase()
}

/** Returns the words of a caption; a hashtag is one with and one without its `#`. */
function wordsOf(caption: string | null) {
  const words = normalize(caption).match(/#?[\p{L}\p{M}\p{N}\p{Pc}\p{So}\u200d]+/gu) ?? []
  return new Set(words.flatMap((word) => [word, word.replace('#', '')]))
}

/**
 * Takes the newest posts of all sources: at most `count`, and none that may be older than a post that has yet to be loaded.
 * `mayLoad` is whether a source has such posts.
 */
export function takeNewest<Source extends PostSource>(
  sources: readonly Source[],
  count: number,
  mayLoad: (source: Source) => boolean,
): Post[] {
  const taken: Post[] = []
  while (taken.length < count) {
    if (sources.some((source) => source.posts.length === 0 && mayLoad(source))) break
    const [source] = sources
      .filter(({ posts }) => posts.length > 0)
      .sort((a, b) => timeOf(b) - timeOf(a))
    const [post, ...others] = source?.posts ?? []
    if (!source || !post) break
    source.posts = others
    taken.push(post)
  }
  return taken
}

function timeOf({ posts: [post] }: PostSource) {
  return Date.parse(post?.timestamp ?? '') || 0
}

/** Returns one page of the pages of several accounts. Its connection is that which needs the owner, if there is one. */
export function joinPages<Page extends DisplayPage>(
  pages: readonly Page[],
  posts: readonly Post[],
  nextCursor: string | null,
): Page {
  const [first] = pages
  if (!first) throw new TypeError('Pass a page of at least one account.')
  const { connection } = pages.find(({ connection }) => connection.status !== 'ready') ?? first
  return {
    ...first,
    connection,
    posts,
    pagination: { ...first.pagination, nextCursor, hasMore: nextCursor !== null },
    accounts: pages.map(({ account, connection }) => ({ account, connection })),
  }
}

/** Returns the chosen posts of the first page of each account, for a server. */
export function choosePage(pages: readonly DisplayPage[], choice: Choice): DisplayPage {
  const isChosen = createFilter(choice)
  const isVisible = createFilter({ ...choice, only: null, without: null })
  const loaded = new Map(pages.flatMap(({ posts }) => posts.map((post) => [post.id, post])))
  const pinned = idsOf(choice.pin).flatMap((id) => loaded.get(id) ?? [])
  const first = pinned.filter(isVisible)
  const sources = pages.map(({ posts, pagination }) => ({
    posts: posts.filter((post) => isChosen(post) && !first.includes(post)),
    hasMore: pagination.nextCursor !== null,
  }))
  const others = takeNewest(sources, Infinity, ({ hasMore }) => hasMore)
  const next = pages.find(({ pagination }) => pagination.nextCursor !== null)
  return joinPages(pages, [...first, ...others], next?.pagination.nextCursor ?? null)
}
