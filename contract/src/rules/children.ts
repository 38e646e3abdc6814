import type { Exchange } from '../http/exchange.ts'
import { firstUrl, hasSizes, hostOf, isVideo, pathOf } from '../judging/media.ts'
import { carousel, premium, sized } from '../judging/needs.ts'
import { all, each, ofPlan, only } from '../judging/resource-instances.ts'
import { responseJudgment, rulesOf } from '../judging/rule.ts'

// biome-ignore format: a row for each rule
const facts = [
  ['child-thumbnail-of-video-only', 'must', '2.3', '#/components/schemas/Child/properties/thumbnailUrl',
    'A carousel item that is an IMAGE has null for `thumbnailUrl`.'],
  ['child-sizes-are-of-a-thumbnail', 'must', '2.3', '#/components/schemas/Child/properties/sizes/description',
    'A carousel item that is a VIDEO has `sizes` of its thumbnail, so it has a thumbnail.'],
  ['child-thumbnail-is-jpg', 'must', '2.3', '#/components/schemas/Child/properties/thumbnailUrl',
    'The `thumbnailUrl` of a carousel item that is a VIDEO is a .jpg file, or null.'],
  ['child-media-is-stored', 'must', '2.3', '#/components/schemas/Child/properties/mediaUrl/description',
    'The `mediaUrl` and `thumbnailUrl` of carousel items are always on the media host.'],
  ['premium-child-has-sizes', 'must', '2.3', '#/components/schemas/Child/properties/sizes/description',
    'On Premium every carousel item has `sizes`; null only for a VIDEO without a stored thumbnail.'],
] as const

/** Section 2.3: where the media of carousel items is. */
export const childMedia = rulesOf(facts, {
  'child-thumbnail-of-video-only': responseJudgment({
    needs: [carousel],
    ...each(
      only(all.children, (child) => !isVideo(child)),
      ({ thumbnailUrl }, at, exchange, expect) =>
        expect.same(exchange, `${at}.thumbnailUrl`, null, thumbnailUrl),
    ),
  }),
  'child-sizes-are-of-a-thumbnail': responseJudgment({
    needs: [carousel, sized],
    ...each(
      only(all.children, (child) => isVideo(child) && hasSizes(child)),
      ({ thumbnailUrl }, at, exchange, expect) => {
        const isThere = typeof thumbnailUrl === 'string'
        expect.that(isThere, exchange, `${at}.thumbnailUrl`, 'a URL', thumbnailUrl)
      },
    ),
  }),
  'child-thumbnail-is-jpg': responseJudgment({
    needs: [carousel],
    ...each(
      only(all.children, (child) => isVideo(child) && typeof child.thumbnailUrl === 'string'),
      ({ thumbnailUrl }, at, exchange, expect) => {
        const isJpg = /\.jpe?g$/i.test(pathOf(thumbnailUrl))
        expect.that(isJpg, exchange, `${at}.thumbnailUrl`, 'a .jpg file', thumbnailUrl)
      },
    ),
  }),
  'child-media-is-stored': responseJudgment({
    needs: [carousel, sized],
    ...each(
      (exchange) => (mediaHost(exchange) === null ? [] : all.children(exchange)),
      (child, at, exchange, expect) => {
        for (const field of ['mediaUrl', 'thumbnailUrl'] as const)
          if (typeof child[field] === 'string')
            expect.same(
              exchange,
              `${at}.${field} (its host)`,
              mediaHost(exchange),
              hostOf(child[field]),
            )
      },
    ),
  }),
  'premium-child-has-sizes': responseJudgment({
    needs: [premium, carousel],
    looksAt: 'account',
    ...each(ofPlan('premium', all.children), (child, at, exchange, expect) => {
      const { sizes, thumbnailUrl } = child
      const mayBeNull = isVideo(child) && thumbnailUrl === null
      const expected = mayBeNull ? 'an object or null' : 'an object'
      const isThere = Boolean(sizes) || (mayBeNull && sizes === null)
      expect.that(isThere, exchange, `${at}.sizes`, expected, sizes)
    }),
  }),
})

/** Where resized pictures come from, which is the media host by definition. */
function mediaHost(exchange: Exchange): string | null {
  for (const { value } of all.sizes(exchange)) {
    const url = firstUrl(value)
    if (url) return hostOf(url)
  }
  return null
}
