import { altered, type Mutant, onJson, pathOf, queryOf } from './mutant.ts'
import { otherQuery } from './other-query.ts'

const isPicture = (request: Request, width: string) =>
  pathOf(request).startsWith(`/media/${width}/`)

export const pictureMutants: Mutant[] = [
  {
    breaks: 'sizes-have-their-width',
    defect: 'the picture of 960 pixels has 768',
    handle: (request, respond) =>
      respond(
        isPicture(request, '960') ? new Request(request.url.replace('/960/', '/768/')) : request,
      ),
  },
  {
    breaks: 'sizes-of-video-are-pictures',
    defect: 'the sizes of a VIDEO are the video',
    handle: onJson('/api/v1/me', (page) => {
      for (const post of page.posts) {
        if (post.mediaType !== 'VIDEO' || !post.sizes) continue
        for (const width of Object.keys(post.sizes)) post.sizes[width] = post.mediaUrl
      }
    }),
  },
  {
    breaks: 'format-jpg',
    defect: 'format=jpg gives webp',
    handle: otherQuery(
      (query) => query.get('format') === 'jpg',
      (query) => query.set('format', 'webp'),
    ),
  },
  {
    breaks: 'format-webp',
    defect: 'the picture behind a .webp URL is a jpg',
    async handle(request, respond) {
      const response = await respond(request)
      if (!pathOf(request).endsWith('.webp')) return response
      return altered(response, { headers: (headers) => headers.set('content-type', 'image/jpeg') })
    },
  },
  {
    breaks: 'format-webp',
    defect: 'only the first post has webp',
    handle: onJson('/api/v1/me', (page, request) => {
      if (queryOf(request).get('format') !== 'webp') return
      for (const { sizes } of page.posts.slice(1)) {
        for (const width of Object.keys(sizes ?? {}))
          sizes[width] = sizes[width].replace('.webp', '.jpg')
      }
    }),
  },
  {
    breaks: 'format-of-children',
    defect: 'carousel items stay jpg',
    handle: onJson('/api/v1/me', (page) => {
      for (const { sizes } of page.posts.flatMap((post: typeof page) => post.children ?? [])) {
        for (const width of Object.keys(sizes ?? {}))
          sizes[width] = sizes[width].replace('.webp', '.jpg')
      }
    }),
  },
  {
    breaks: 'format-without-effect-on-free',
    defect: 'format reaches the media URLs of Free',
    handle: onJson('/api/v1/me', (page, request) => {
      if (page.pagination.perPage === 6 && queryOf(request).get('format') === 'webp') {
        page.posts[0].mediaUrl = page.posts[0].mediaUrl.replace('.jpg', '.webp')
      }
    }),
  },
  {
    breaks: 'comments-on-request',
    defect: 'of a repeated include[] the first counts alone',
    handle: otherQuery(
      (query) => query.getAll('include[]').length > 1 && query.get('page[size]') === '2',
      (query) => query.set('include[]', 'children'),
    ),
  },
]
