import { type Schemas, widths } from '@photofeed/openapi'
import { imageSize } from 'image-size'
import type { SurveyedAccount } from '../http/exchange.ts'
import { type Exchange, mediaType } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import { me } from '../http/request-spec.ts'
import { findingUnless, Mismatch, same } from '../judging/finding.ts'
import { free, post, posts, premium } from '../judging/needs.ts'
import { pageOf, requireStatus } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

type Post = Schemas['Post']

const sizedVideo = (one: Post) => one.mediaType === 'VIDEO' && Boolean(one.sizes)
const sizedImage = (one: Post) => one.mediaType === 'IMAGE' && Boolean(one.sizes)
const indexOf = (account: SurveyedAccount, test: (one: Post) => boolean) =>
  account.posts.findIndex(test)

/** The request of a picture of the first such post. */
function picture(
  account: SurveyedAccount,
  test: (one: Post) => boolean,
  width: keyof Schemas['Sizes'],
): RequestSpec {
  const index = indexOf(account, test)
  return { path: account.posts[index]?.sizes?.[width] ?? '' }
}

const withSizedImage = post('an IMAGE that has `sizes`', sizedImage)

/** Section 2.5: what the URLs of `sizes` lead to. */
export const pictures: Rule[] = [
  requestRule({
    id: 'sizes-have-their-width',
    level: 'must',
    section: '2.5',
    sentence:
      'The picture of each width is that many pixels wide, or as wide as the original where that is narrower.',
    definedAt: '#/components/schemas/Sizes/description',
    needs: [premium, withSizedImage],
    requests: (account) =>
      Object.fromEntries(
        widths.map((width) => [`w${width}`, picture(account, sizedImage, width)]),
      ) as Record<string, RequestSpec>,
    judge(responses) {
      const found = widths.map((width) => widthOf(responses[`w${width}`] as Exchange))
      const original = Math.max(...found)
      return widths.flatMap((width, index) =>
        same(
          responses[`w${width}`] as Exchange,
          'the width in pixels',
          Math.min(width, original),
          found[index],
        ),
      )
    },
  }),
  requestRule({
    id: 'sizes-of-video-are-pictures',
    level: 'must',
    section: '2.5',
    sentence: 'The `sizes` of a VIDEO are pictures of its thumbnail.',
    definedAt: '#/components/schemas/Sizes/description',
    needs: [premium, post('a VIDEO that has `sizes`', sizedVideo)],
    requests: (account) => ({ narrow: picture(account, sizedVideo, 320) }),
    judge: ({ narrow }) =>
      findingUnless(
        mediaType(narrow).startsWith('image/'),
        narrow,
        'header Content-Type',
        'a picture',
        mediaType(narrow),
      ),
  }),
  requestRule({
    id: 'format-is-jpg-by-default',
    level: 'must',
    section: '4.1',
    sentence: 'The pictures of `sizes` are jpg by default, and with format=jpg.',
    definedAt: '#/components/parameters/Format/schema/default',
    needs: [premium, withSizedImage],
    compares: true,
    requests: (account) => ({
      picture: picture(account, sizedImage, 320),
      page: me({ format: 'jpg', 'page[size]': indexOf(account, sizedImage) + 1 }),
    }),
    judge: ({ picture, page }, account) => [
      ...same(picture, 'header Content-Type', 'image/jpeg', mediaType(picture)),
      ...same(
        page,
        'posts[].sizes',
        account.posts.slice(0, indexOf(account, sizedImage) + 1).map(({ sizes }) => sizes),
        pageOf(page).posts.map(({ sizes }) => sizes),
      ),
    ],
  }),
  requestRule({
    id: 'format-webp',
    level: 'must',
    section: '4.1',
    sentence: 'With format=webp the pictures of `sizes` are webp.',
    definedAt: '#/components/parameters/Format/description',
    needs: [premium, withSizedImage],
    requests: (account) => ({
      page: me({ format: 'webp', 'page[size]': indexOf(account, sizedImage) + 1 }),
      picture: { path: `{page.posts.${indexOf(account, sizedImage)}.sizes.320}` },
    }),
    judge: ({ picture }) => same(picture, 'header Content-Type', 'image/webp', mediaType(picture)),
  }),
  requestRule({
    id: 'format-without-effect-on-free',
    level: 'must',
    section: '4.1',
    sentence: 'On Free format has no effect.',
    definedAt: '#/components/parameters/Format/description',
    needs: [free, posts(1)],
    compares: true,
    requests: () => ({ plain: me(), page: me({ format: 'webp' }) }),
    judge: ({ plain, page }) => same(page, 'posts', pageOf(plain).posts, pageOf(page).posts),
  }),
  requestRule({
    id: 'include-separately',
    level: 'must',
    section: '4.1',
    sentence: 'include[] adds what it names and nothing else; repeated, it adds both.',
    definedAt: '#/components/parameters/Include/description',
    needs: [posts(1)],
    requests: () => ({
      children: me({ 'include[]': 'children', 'page[size]': 2 }),
      comments: me({ 'include[]': 'comments', 'page[size]': 2 }),
      both: me({ 'include[]': ['children', 'comments'], 'page[size]': 2 }),
    }),
    judge: (responses) =>
      Object.entries({
        children: [true, false],
        comments: [false, true],
        both: [true, true],
      }).flatMap(([name, expected]) => {
        const response = responses[name as keyof typeof responses]
        return pageOf(response).posts.flatMap((one, index) =>
          same(response, `posts[${index}] (has children, comments)`, expected, [
            'children' in one,
            'comments' in one,
          ]),
        )
      }),
  }),
]

function widthOf(exchange: Exchange): number {
  requireStatus(exchange, 200)
  try {
    return imageSize(exchange.bytes).width
  } catch {
    throw new Mismatch({
      exchange,
      at: 'body',
      expected: 'a picture',
      got: mediaType(exchange) || 'no Content-Type',
    })
  }
}
