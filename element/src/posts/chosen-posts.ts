import type { Post } from '@photofeed/sdk'
import type { DisplayPage } from '../view/context.ts'
import type { PhotoFeedProperties } from '../view/options.ts'

/** The options that choose posts. */
export type Choice = Pick<
  PhotoFeedProperties,
  'hiddenPosts' | 'pinnedPosts' | 'withWords' | 'withoutWords'
>

/** Returns the ids of an attribute: they are separated by spaces, commas or semicolons. */
export function idsOf(text: string | null): string[] {
  return [...new Set((text ?? '').split(/[\s,;]+/))].filter(Boolean)
}

/** Returns a function that checks whether the options choose a post. */
export function createFilter({
  hiddenPosts,
  withWords,
  withoutWords,
}: Choice): (post: Post) => boolean {
  const hidden = idsOf(hiddenPosts)
  const [wanted, unwanted] = [phrasesOf(withWords), phrasesOf(withoutWords)]
  return ({ id, caption }) => {
    const text = wordsOf(caption)
    const hasOne = (phrases: readonly string[]) => phrases.some((phrase) => text.includes(phrase))
    return (!wanted[0] || hasOne(wanted)) && !hidden.includes(id) && !hasOne(unwanted)
  }
}

/** Returns the words of an attribute, each as {@link wordsOf} writes it. */
const phrasesOf = (text: string | null) =>
  (text ?? '')
    .normalize('NFKC')
    .split(/[\s,;、]+/)
    .map(wordsOf)
    .filter((phrase) => phrase.trim())

/** A letter of a script that writes no spaces between words. */
const withoutSpaces =
  /(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/gu

/**
 * Returns the words of a text with spaces around each: `@t-shirt` is ` @ t shirt `. A word with a hyphen or an apostrophe is
 * several in a row, a sign is one of its own. So is each letter of a script without spaces. What only changes the look is
 * removed: capitals, skin tones, and that some keyboards write another `#`, or letters with accents as two characters.
 */
function wordsOf(text: string | null): string {
  const letters = (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{EMod}|\p{Variation_Selector}|\u0307|\u200c|\u200d/gu, '')
    .replace(withoutSpaces, ' $& ')
  const words = letters.match(/[\p{L}\p{M}\p{N}\p{Pc}]+|[\p{S}#@%&]/gu)
  return ` ${words?.join(' ') ?? ''} `
}

/** Returns one page of the pages of several accounts. Its connection is that which needs the owner, if there is one. */
export function joinPages<Page extends DisplayPage>(
  pages: readonly Page[],
  posts: readonly Post[],
  nextCursor: string | null,
): Page {
  const [first] = pages as readonly [Page, ...Page[]]
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
  const isVisible = createFilter({ ...choice, withWords: null, withoutWords: null })
  const loaded = new Map(pages.flatMap(({ posts }) => posts.map((post) => [post.id, post])))
  const pinned = idsOf(choice.pinnedPosts).flatMap((id) => loaded.get(id) ?? [])
  const first = pinned.filter(isVisible)
  const sources = pages.map(({ posts, account, pagination }) => ({
    posts: posts
      .filter((post) => isChosen(post) && !first.includes(post))
      .map((post) => (pages[1] && account ? { ...post, account } : post)),
    hasMore: pagination.nextCursor !== null,
  }))
  const others = takeNewest(sources)
  const next = pages.find(({ pagination }) => pagination.nextCursor !== null)
  return joinPages(pages, [...first, ...others], next?.pagination.nextCursor ?? null)
}

/** Takes the newest posts of all accounts, and none that may be older than a post of a later page. */
function takeNewest(sources: readonly { posts: Post[]; readonly hasMore: boolean }[]): Post[] {
  const taken: Post[] = []
  for (;;) {
    if (sources.some(({ posts, hasMore }) => posts.length === 0 && hasMore)) return taken
    const [source] = sources
      .filter(({ posts }) => posts.length > 0)
      .sort((a, b) => timeOf(b.posts) - timeOf(a.posts))
    if (!source) return taken
    taken.push(...source.posts.splice(0, 1))
  }
}

const timeOf = ([post]: readonly Post[]) => Date.parse(post?.timestamp ?? '') || 0
