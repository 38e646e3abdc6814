import type { Exchange } from '../http/exchange.ts'
import { carousel, premium, sized } from '../judging/needs.ts'
import { all, each, ofPlan, only } from '../judging/resource-instances.ts'
import { type Rule, responseRule } from '../judging/rule.ts'
import { firstUrl, hasSizes, hostOf, isVideo, pathOf } from './media.ts'

/** Section 2.3: where the media of carousel items is. */
export const childMedia: Rule[] = [
  responseRule({
    id: 'child-thumbnail-of-video-only',
    level: 'must',
    section: '2.3',
    sentence: 'A carousel item that is an IMAGE has null for `thumbnailUrl`.',
    definedAt: '#/components/schemas/Child/properties/thumbnailUrl',
    needs: [carousel],
    ...each(
      only(all.children, (child) => !isVideo(child)),
      ({ thumbnailUrl }, at, exchange, expect) =>
        expect.same(exchange, `${at}.thumbnailUrl`, null, thumbnailUrl),
    ),
  }),
  responseRule({
    id: 'child-sizes-are-of-a-thumbnail',
    level: 'must',
    section: '2.3',
    sentence:
      'A carousel item that is a VIDEO has `sizes` of its thumbnail, so it has a thumbnail.',
    definedAt: '#/components/schemas/Child/properties/sizes/description',
    needs: [carousel, sized],
    ...each(
      only(all.children, (child) => isVideo(child) && hasSizes(child)),
      ({ thumbnailUrl }, at, exchange, expect) => {
        const isThere = typeof thumbnailUrl === 'string'
        expect.that(isThere, exchange, `${at}.thumbnailUrl`, 'a URL', thumbnailUrl)
      },
    ),
  }),
  responseRule({
    id: 'child-thumbnail-is-jpg',
    level: 'must',
    section: '2.3',
    sentence: 'The `thumbnailUrl` of a carousel item that is a VIDEO is a .jpg file, or null.',
    definedAt: '#/components/schemas/Child/properties/thumbnailUrl',
    needs: [carousel],
    ...each(
      only(all.children, (child) => isVideo(child) && typeof child.thumbnailUrl === 'string'),
      ({ thumbnailUrl }, at, exchange, expect) => {
        const isJpg = /\.jpe?g$/i.test(pathOf(thumbnailUrl))
        expect.that(isJpg, exchange, `${at}.thumbnailUrl`, 'a .jpg file', thumbnailUrl)
      },
    ),
  }),
  responseRule({
    id: 'child-media-is-stored',
    level: 'must',
    section: '2.3',
    sentence: 'The `mediaUrl` and `thumbnailUrl` of carousel items are always on the media host.',
    definedAt: '#/components/schemas/Child/properties/mediaUrl/description',
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
  responseRule({
    id: 'premium-child-has-sizes',
    level: 'must',
    section: '2.3',
    sentence:
      'On Premium every carousel item has `sizes`; null only for a VIDEO without a stored thumbnail.',
    definedAt: '#/components/schemas/Child/properties/sizes/description',
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
]

/** Where resized pictures come from, which is the media host by definition. */
function mediaHost(exchange: Exchange): string | null {
  for (const { value } of all.sizes(exchange)) {
    const url = firstUrl(value)
    if (url) return hostOf(url)
  }
  return null
}
