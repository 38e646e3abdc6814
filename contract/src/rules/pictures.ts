import { type Schemas, widths } from '@photofeed/openapi'
import { imageSize } from 'image-size'
import { type Exchange, mediaType, type SurveyedAccount } from '../http/exchange.ts'
import { me, type RequestSpec } from '../http/request-spec.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import { free, post, posts, premium } from '../judging/needs.ts'
import { pageOf, requireStatus, textAt } from '../judging/responses.ts'
import { after, type Judgment, type Requests, requestJudgment, rulesOf } from '../judging/rule.ts'

type Post = Schemas['Post']

const sizedVideo = (one: Post) => one.mediaType === 'VIDEO' && Boolean(one.sizes)
const sizedImage = (one: Post) => one.mediaType === 'IMAGE' && Boolean(one.sizes)
const indexOf = (account: SurveyedAccount, test: (one: Post) => boolean) =>
  account.posts.findIndex(test)

/** A page with the first such post on it. */
const pageWith = (account: SurveyedAccount, test: (one: Post) => boolean, query = {}) =>
  me({ ...query, 'page[size]': indexOf(account, test) + 1 })

/** The request of a picture of the first such post. */
const picture = (account: SurveyedAccount, test: (one: Post) => boolean, width: number) =>
  pictureAt(indexOf(account, test), width)

const pictureAt = (index: number, width: number) => (page: Exchange) =>
  addressAt(page, `posts.${index}.sizes.${width}`)

const withSizedImage = post('an IMAGE that has `sizes`', sizedImage)

const sizedChild = ({ sizes }: NonNullable<Post['children']>[number]) => Boolean(sizes)
const hasSizedChild = ({ children }: Post) => children?.some(sizedChild) ?? false
const withSizedChild = post('a CAROUSEL_ALBUM with an item that has `sizes`', hasSizedChild)

/** The request of a picture of the first such item. */
const pictureOfChild = (account: SurveyedAccount) => (page: Exchange) => {
  const index = indexOf(account, hasSizedChild)
  const child = account.posts[index]?.children?.findIndex(sizedChild)
  return addressAt(page, `posts.${index}.children.${child}.sizes.320`)
}

/** A rule that the first and the last picture are of the format. */
function formatJudgment(format: 'jpg' | 'webp', type: string): Judgment {
  return requestJudgment({
    needs: [premium, withSizedImage],
    requests: (account) => ({
      page: me({ format, 'page[size]': account.posts.length }),
      first: after('page', picture(account, sizedImage, 320)),
      last: after('page', pictureAt(account.posts.findLastIndex(sizedImage), 1200)),
      ...(format === 'jpg' && {
        plain: pageWith(account, sizedImage),
        byDefault: after('plain', picture(account, sizedImage, 320)),
      }),
    }),
    judge({ page: _, plain: __, ...files }: Record<string, Exchange>, expect) {
      for (const file of Object.values(files))
        expect.same(file, 'header Content-Type', type, mediaType(file))
    },
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['sizes-have-their-width', 'must', '2.5', '#/components/schemas/Sizes/description',
    'The picture of each width is that many pixels wide, or as wide as the original where that is narrower.'],
  ['sizes-of-video-are-pictures', 'must', '2.5', '#/components/schemas/Sizes/description',
    'The `sizes` of a VIDEO are pictures of its thumbnail.'],
  ['format-of-children', 'must', '2.5', '#/components/schemas/Child/properties/sizes',
    'The format applies to the `sizes` of carousel items too.'],
  ['format-without-effect-on-free', 'must', '4.1', '#/components/parameters/Format/description',
    'On Free format has no effect.'],
  ['format-jpg', 'must', '4.1', '#/components/parameters/Format/description',
    'With format=jpg the pictures of `sizes` are jpg, and without format too.'],
  ['format-webp', 'must', '4.1', '#/components/parameters/Format/description',
    'With format=webp the pictures of `sizes` are webp.'],
] as const

/** Section 2.5: what the URLs of `sizes` lead to. */
export const pictures = rulesOf(facts, {
  'sizes-have-their-width': requestJudgment({
    needs: [premium, withSizedImage],
    requests: (account) => ({
      page: pageWith(account, sizedImage),
      ...Object.fromEntries(
        widths.map((width) => [
          `width ${width}`,
          after('page', picture(account, sizedImage, width)),
        ]),
      ),
    }),
    judge({ page: _, ...responses }: Record<string, Exchange>, expect) {
      const found = widths.map((width) => widthOf(responses[`width ${width}`] as Exchange))
      const original = Math.max(...found)
      for (const [index, width] of widths.entries()) {
        const response = responses[`width ${width}`] as Exchange
        expect.same(response, 'the width in pixels', Math.min(width, original), found[index])
      }
    },
  }),
  'sizes-of-video-are-pictures': requestJudgment({
    needs: [premium, post('a VIDEO that has `sizes`', sizedVideo)],
    requests: (account) => ({
      page: pageWith(account, sizedVideo),
      narrow: after('page', picture(account, sizedVideo, 320)),
    }),
    judge({ narrow }, expect) {
      const type = mediaType(narrow)
      const at = 'header Content-Type'
      expect.that(type.startsWith('image/'), narrow, at, 'a picture', type)
    },
  }),
  'format-of-children': requestJudgment({
    needs: [premium, withSizedChild],
    // The page of the survey may have moved on.
    compares: true,
    requests: (account) =>
      Object.fromEntries(
        ['jpg', 'webp'].flatMap((format) => [
          [`${format} page`, pageWith(account, hasSizedChild, { format, 'include[]': 'children' })],
          [format, after(`${format} page`, pictureOfChild(account))],
        ]),
      ) as Requests,
    judge({ jpg, webp }, expect) {
      if (jpg) expect.same(jpg, 'header Content-Type', 'image/jpeg', mediaType(jpg))
      if (webp) expect.same(webp, 'header Content-Type', 'image/webp', mediaType(webp))
    },
  }),
  'format-without-effect-on-free': requestJudgment({
    needs: [free, posts(1)],
    compares: true,
    requests: () => ({ plain: me(), page: me({ format: 'webp' }) }),
    judge: ({ plain, page }, expect) =>
      expect.same(page, 'posts', pageOf(plain).posts, pageOf(page).posts),
  }),
  'format-jpg': formatJudgment('jpg', 'image/jpeg'),
  'format-webp': formatJudgment('webp', 'image/webp'),
})

function widthOf(exchange: Exchange): number {
  requireStatus(exchange, 200)
  try {
    return imageSize(exchange.bytes).width
  } catch {
    const got = mediaType(exchange) || 'no Content-Type'
    throw new Mismatch({ exchange, at: 'body', expected: 'a picture', got })
  }
}

/** The request of an address in a response. */
function addressAt(exchange: Exchange, path: string): RequestSpec {
  return addressOf(exchange, path, textAt(exchange, path))
}

/** A request of an address that a response names. */
function addressOf(exchange: Exchange, path: string, address: string): RequestSpec {
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return { path: address }
  const expected = 'an address that begins with http: or https:'
  throw new Mismatch({ exchange, at: path, expected, got: shown(address) })
}
