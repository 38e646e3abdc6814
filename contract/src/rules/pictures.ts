import { mediaTypes, type Schemas, widths } from '@photofeed/openapi'
import { imageSize } from 'image-size'
import { type Exchange, mediaType, type SurveyedAccount } from '../http/exchange.ts'
import { me, type RequestSpec } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import { free, post, posts, premium, sized } from '../judging/needs.ts'
import { pageOf, requireStatus, textAt } from '../judging/responses.ts'
import { after, type Judgment, type Requests, requestJudgment, rulesOf } from '../judging/rule.ts'

type Post = Schemas['Post']

const isSizedImage = ({ mediaType, sizes }: Post) => mediaType === 'IMAGE' && Boolean(sizes)
const isSizedVideo = ({ mediaType, sizes }: Post) => mediaType === 'VIDEO' && Boolean(sizes)
const withSizedImage = post('an IMAGE that has `sizes`', isSizedImage)
const hasSizedItem = ({ children = [] }: Post) => children.some(({ sizes }) => sizes)
const withSizedItem = post('a CAROUSEL_ALBUM with an item that has `sizes`', hasSizedItem)

/** A page with the first such post on it. */
const pageWith = ({ posts: all }: SurveyedAccount, test: (one: Post) => boolean, query = {}) =>
  me({ ...query, 'page[size]': all.findIndex(test) + 1 })

/** Where the first such post or item is on a page. */
const firstImage = ({ posts: all }: SurveyedAccount) => `posts.${all.findIndex(isSizedImage)}`
function firstItem({ posts: all }: SurveyedAccount): string {
  const index = all.findIndex(hasSizedItem)
  return `posts.${index}.children.${all[index]?.children?.findIndex(({ sizes }) => sizes)}`
}

const pictureAt = (at: string, width = 320, page = 'page') =>
  after(page, (response) => addressAt(response, `${at}.sizes.${width}`))

/** What the pictures of a post show. */
const shownBy = { IMAGE: 'mediaUrl', VIDEO: 'thumbnailUrl', CAROUSEL_ALBUM: 'mediaUrl' } as const

/**
 * Where media with `sizes` are on a page: the first post of each type, of albums one of different items, and its first item;
 * each with the field of what it shows.
 */
function sizedMedia({ posts: all }: SurveyedAccount): (readonly [at: string, field: string])[] {
  return mediaTypes.flatMap((type) => {
    const index = all.findIndex(({ mediaType, sizes, children: [first, ...others] = [] }) => {
      if (mediaType !== type || !sizes) return false
      const isTold = first?.mediaType === 'IMAGE' && others.at(-1)?.mediaUrl !== first.mediaUrl
      return type !== 'CAROUSEL_ALBUM' || isTold
    })
    const item = all[index]?.children?.[0]
    return [
      ...(index < 0 ? [] : [[`posts.${index}`, shownBy[type]] as const]),
      ...(item?.sizes ? [[`posts.${index}.children.0`, 'mediaUrl'] as const] : []),
    ]
  })
}

/** A rule that the first and the last picture are of the format, by their bytes. */
function formatJudgment(format: 'jpg' | 'webp'): Judgment {
  const placesOf = (account: SurveyedAccount) => [
    ['page', `${firstImage(account)}.sizes.320`],
    ['page', `posts.${account.posts.findLastIndex(isSizedImage)}.sizes.1200`],
    ...(format === 'jpg' ? [['plain', `${firstImage(account)}.sizes.320`]] : []),
  ]
  return requestJudgment({
    hint: 'If it is right as the first request to a server that has just started, a cache leaves out the parameter format.',
    needs: [premium, withSizedImage],
    requests: (account): Requests => ({
      page: me({ format, 'page[size]': account.posts.length }),
      plain: { ...pageWith(account, isSizedImage), headers: { Accept: 'image/webp,*/*' } },
      ...Object.fromEntries(
        placesOf(account).map(([page = '', at = '']) => [
          `${page} ${at}`,
          after(page, (response) => addressAt(response, at)),
        ]),
      ),
    }),
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const [page = '', at = ''] of placesOf(account))
        expectFormat(responses[`${page} ${at}`], format, expect, responses[page], at)
    },
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['sizes-have-their-width', 'must', '2.5', '#/components/schemas/Sizes/description',
    'The picture of each width is that many pixels wide, or as wide as the original where that is narrower.'],
  ['sizes-have-the-proportions', 'must', '2.5', '#/components/schemas/Sizes/description',
    'The pictures of `sizes` have the proportions of what they show: of the thumbnail for VIDEO, of the first item for CAROUSEL_ALBUM.'],
  ['thumbnails-are-pictures', 'must', '2.2', '#/components/schemas/Post/properties/thumbnailUrl/description',
    'At the `thumbnailUrl` of a VIDEO there is a jpg, by its bytes.'],
  ['format-of-children', 'must', '2.5', '#/components/schemas/Child/properties/sizes',
    'The format applies to the `sizes` of carousel items too.'],
  ['format-without-effect-on-free', 'must', '4.1', '#/components/parameters/Format/description',
    'On Free format has no effect.'],
  ['format-jpg', 'must', '4.1', '#/components/parameters/Format/description',
    'With format=jpg the pictures of `sizes` are jpg, and without format too, whatever Accept header is sent.'],
  ['format-webp', 'must', '4.1', '#/components/parameters/Format/description',
    'With format=webp the pictures of `sizes` are webp.'],
] as const

/** Section 2.5: what the URLs of `sizes` lead to. */
export const pictures = rulesOf(facts, {
  'sizes-have-their-width': requestJudgment({
    needs: [premium, withSizedImage],
    requests: (account) => ({
      page: pageWith(account, isSizedImage),
      ...Object.fromEntries(
        widths.map((width) => [`width ${width}`, pictureAt(firstImage(account), width)]),
      ),
    }),
    judge({ page: _, ...responses }: Record<string, Exchange>, expect) {
      const files = Object.values(responses)
      const original = Math.max(...files.map((file) => sizeOf(file).width))
      for (const [index, file] of files.entries()) {
        const expected = Math.min(widths[index] ?? 0, original)
        expect.same(file, 'the width in pixels', expected, sizeOf(file).width)
      }
    },
  }),
  'sizes-have-the-proportions': requestJudgment({
    needs: [premium, sized],
    // The page of the survey may have moved on.
    compares: true,
    requests: (account) => ({
      page: me({ 'include[]': 'children', 'page[size]': account.posts.length }),
      ...Object.fromEntries(
        sizedMedia(account).flatMap(([at, field]) => [
          [at, pictureAt(at)],
          [`${at}.${field}`, after('page', (page) => addressAt(page, `${at}.${field}`))],
        ]),
      ),
    }),
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const [at, field] of sizedMedia(account)) {
        const picture = responses[at] as Exchange
        const media = responses[`${at}.${field}`] as Exchange
        const [expected, got] = [proportionOf(media), proportionOf(picture)]
        const isNear = Math.abs(got / expected - 1) < 0.02
        expect.that(isNear, picture, 'width by height', expected.toFixed(2), got.toFixed(2))
      }
    },
  }),
  'thumbnails-are-pictures': requestJudgment({
    needs: [post('a VIDEO that has `sizes`', isSizedVideo)],
    // The page of the survey may have moved on.
    compares: true,
    requests: (account) => ({
      page: pageWith(account, isSizedVideo),
      file: after('page', (page) =>
        addressAt(page, `posts.${account.posts.findIndex(isSizedVideo)}.thumbnailUrl`),
      ),
    }),
    judge: ({ file }, expect) => expectFormat(file, 'jpg', expect),
  }),
  'format-of-children': requestJudgment({
    needs: [premium, withSizedItem],
    // The page of the survey may have moved on.
    compares: true,
    requests: (account) =>
      Object.fromEntries(
        ['jpg', 'webp'].flatMap((format) => [
          [`${format} page`, pageWith(account, hasSizedItem, { format, 'include[]': 'children' })],
          [format, pictureAt(firstItem(account), 320, `${format} page`)],
        ]),
      ) as Requests,
    judge({ jpg, webp, ...pages }: Record<string, Exchange>, expect, account) {
      const at = `${firstItem(account)}.sizes.320`
      expectFormat(jpg, 'jpg', expect, pages['jpg page'], at)
      expectFormat(webp, 'webp', expect, pages['webp page'], at)
    },
  }),
  'format-without-effect-on-free': requestJudgment({
    needs: [free, posts(1)],
    compares: true,
    requests: () => ({ plain: me(), page: me({ format: 'webp' }) }),
    judge: ({ plain, page }, expect) =>
      expect.same(page, 'posts', pageOf(plain).posts, pageOf(page).posts),
  }),
  'format-jpg': formatJudgment('jpg'),
  'format-webp': formatJudgment('webp'),
})

/** What a file is, whatever its name and its header say. A difference is one of the page that names it. */
function expectFormat(
  file: Exchange | undefined,
  format: 'jpg' | 'webp',
  expect: Expect,
  page = file,
  at = 'body',
): void {
  const place = at.replace(/\.(\d+)\./g, '[$1].')
  if (file && page)
    expect.same(page, `${place} (the format of its bytes)`, format, sizeOf(file).type)
}

function proportionOf(exchange: Exchange): number {
  const { width, height, orientation = 1 } = sizeOf(exchange)
  // EXIF turns a picture by a quarter from 5 on.
  return orientation < 5 ? width / height : height / width
}

function sizeOf(exchange: Exchange): ReturnType<typeof imageSize> {
  requireStatus(exchange, 200)
  try {
    return imageSize(exchange.bytes)
  } catch {
    const got = mediaType(exchange) || 'no Content-Type'
    throw new Mismatch({ exchange, at: 'body', expected: 'a picture', got })
  }
}

function addressAt(exchange: Exchange, path: string): RequestSpec {
  const address = textAt(exchange, path)
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return { path: address }
  const expected = 'an address that begins with http: or https:'
  throw new Mismatch({ exchange, at: path, expected, got: shown(address) })
}
