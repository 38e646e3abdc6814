import {
  altered,
  instead,
  type Json,
  mutantsOf,
  onJson,
  onResponse,
  pathOf,
  queryOf,
} from './mutant.ts'
import { otherQuery } from './other-query.ts'

/** Changes posts of pages. */
const onPosts = (change: (post: Json, request: Request) => void) =>
  onJson('/api/v1/me', ({ posts }, request) => {
    for (const post of posts) change(post, request)
  })

const toJpg = ({ sizes }: Json) => {
  for (const width of Object.keys(sizes ?? {})) sizes[width] = sizes[width].replace('.webp', '.jpg')
}
const isWebp = (request: Request) => queryOf(request).get('format') === 'webp'

export const pictureMutants = mutantsOf({
  'sizes-have-their-width: the picture of 960 pixels has 768': instead(
    (request) => pathOf(request).startsWith('/media/960/'),
    (request) => new Request(request.url.replace('/960/', '/768/')),
  ),
  'sizes-have-the-proportions: the sizes of a VIDEO are the video': onPosts((post) => {
    if (post.mediaType === 'VIDEO' && post.sizes)
      for (const width of Object.keys(post.sizes)) post.sizes[width] = post.mediaUrl
  }),
  'sizes-have-the-proportions: the sizes of an album are those of its last item': onPosts(
    (post) => {
      if (post.mediaType === 'CAROUSEL_ALBUM') post.sizes = post.children?.at(-1)?.sizes
    },
  ),
  // As little as the rule has to notice: it allows for two hundredths of rounding.
  'sizes-have-the-proportions: pictures of 320 pixels are four hundredths too tall': onResponse(
    (request) => pathOf(request).startsWith('/media/320/') && pathOf(request).endsWith('.jpg'),
    async (response) => {
      const bytes = Buffer.from(await response.arrayBuffer())
      // The height is behind the marker of the frame, its length and its precision.
      const height =
        bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0)) +
        5
      bytes.writeUInt16BE(Math.round(bytes.readUInt16BE(height) * 1.04), height)
      return new Response(bytes, response)
    },
  ),
  'format-jpg: format=jpg gives webp': otherQuery(
    (query) => query.get('format') === 'jpg',
    (query) => query.set('format', 'webp'),
  ),
  'format-webp: the picture behind a .webp URL is a jpg, and is called image/webp': async (
    request,
    respond,
  ) => {
    if (!pathOf(request).endsWith('.webp')) return respond(request)
    const response = await respond(new Request(request.url.replace('.webp', '.jpg')))
    return altered(response, { headers: (headers) => headers.set('content-type', 'image/webp') })
  },
  'thumbnails-are-pictures: the thumbnail of a VIDEO is the video': onPosts((post) => {
    if (post.mediaType === 'VIDEO') post.thumbnailUrl = post.mediaUrl
  }),
  'format-webp: only the first post has webp': onJson('/api/v1/me', ({ posts }, request) => {
    if (isWebp(request)) posts.slice(1).forEach(toJpg)
  }),
  'format-of-children: carousel items stay jpg': onPosts(({ children }) =>
    children?.forEach(toJpg),
  ),
  'format-without-effect-on-free: format reaches the media URLs of Free': onJson(
    '/api/v1/me',
    ({ posts: [post], pagination }, request) => {
      if (pagination.perPage === 6 && isWebp(request))
        post.mediaUrl = post.mediaUrl.replace('.jpg', '.webp')
    },
  ),
  'comments-on-request: of a repeated include[] the first counts alone': otherQuery(
    (query) => query.getAll('include[]').length > 1 && query.get('page[size]') === '2',
    (query) => query.set('include[]', 'children'),
  ),
})
