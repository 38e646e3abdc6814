import { altered, mutantsOf, onJson, pathOf, queryOf } from './mutant.ts'
import { otherQuery } from './other-query.ts'

const isPicture = (request: Request, width: string) =>
  pathOf(request).startsWith(`/media/${width}/`)

export const pictureMutants = mutantsOf({
  'sizes-have-their-width: the picture of 960 pixels has 768': (request, respond) =>
    respond(
      isPicture(request, '960') ? new Request(request.url.replace('/960/', '/768/')) : request,
    ),
  'sizes-have-the-proportions: the sizes of a VIDEO are the video': onJson('/api/v1/me', (page) => {
    for (const post of page.posts) {
      if (post.mediaType !== 'VIDEO' || !post.sizes) continue
      for (const width of Object.keys(post.sizes)) post.sizes[width] = post.mediaUrl
    }
  }),
  'sizes-have-the-proportions: the sizes of an album are those of its last item': onJson(
    '/api/v1/me',
    (page) => {
      for (const post of page.posts) {
        if (post.mediaType === 'CAROUSEL_ALBUM') post.sizes = post.children?.at(-1)?.sizes
      }
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
  'thumbnails-are-pictures: the thumbnail of a VIDEO is the video': onJson('/api/v1/me', (page) => {
    for (const post of page.posts) if (post.mediaType === 'VIDEO') post.thumbnailUrl = post.mediaUrl
  }),
  'format-webp: only the first post has webp': onJson('/api/v1/me', (page, request) => {
    if (queryOf(request).get('format') !== 'webp') return
    for (const { sizes } of page.posts.slice(1)) {
      for (const width of Object.keys(sizes ?? {}))
        sizes[width] = sizes[width].replace('.webp', '.jpg')
    }
  }),
  'format-of-children: carousel items stay jpg': onJson('/api/v1/me', (page) => {
    for (const { sizes } of page.posts.flatMap((post: typeof page) => post.children ?? [])) {
      for (const width of Object.keys(sizes ?? {}))
        sizes[width] = sizes[width].replace('.webp', '.jpg')
    }
  }),
  'format-without-effect-on-free: format reaches the media URLs of Free': onJson(
    '/api/v1/me',
    (page, request) => {
      if (page.pagination.perPage === 6 && queryOf(request).get('format') === 'webp') {
        page.posts[0].mediaUrl = page.posts[0].mediaUrl.replace('.jpg', '.webp')
      }
    },
  ),
  'comments-on-request: of a repeated include[] the first counts alone': otherQuery(
    (query) => query.getAll('include[]').length > 1 && query.get('page[size]') === '2',
    (query) => query.set('include[]', 'children'),
  ),
})
