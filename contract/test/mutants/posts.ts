import { mutantsOf, queryOf } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const elsewhere = 'https://platform.example/expiring.jpg'
const requestsChildren = (request: Request) =>
  queryOf(request).getAll('include[]').includes('children')
const requestsComments = (request: Request) =>
  queryOf(request).getAll('include[]').includes('comments')

export const postMutants = mutantsOf({
  'username-without-at: the username has its @': onQuietPage((page) => {
    page.username = `@${page.username}`
  }),
  'post-timestamp: a post is of the first day of a thirteenth month': onQuietPage(({ posts }) => {
    posts[0].timestamp = '2026-13-01T10:00:00+00:00'
  }),
  'times-are-real: a post is of the first second of Unix': onQuietPage(({ posts }) => {
    posts[0].timestamp = '1970-01-01T00:00:00+00:00'
  }),
  'account-last-fetch-at: the time is the zero value of Go': onQuietPage((page) => {
    page.lastFetchAt = '0001-01-01T00:00:00+00:00'
  }),
  'urls-are-absolute: a permalink is empty': onQuietPage(({ posts }) => {
    posts[0].permalink = ''
  }),
  'urls-are-absolute: the media URL is a path': onQuietPage(({ posts }) => {
    posts[0].mediaUrl = '/media/1.jpg'
  }),
  'ids-are-exact: an id went through a floating-point number': onQuietPage(({ posts }) => {
    posts[0].id = '1.7900000000001792e+16'
  }),
  'null-is-no-word: captions that are missing are None': onQuietPage(({ posts }) => {
    for (const post of posts) post.caption ??= 'None'
    for (const post of posts) post.altText = 'None'
  }),
  'thumbnail-of-video-only: an IMAGE has itself for its thumbnail': onQuietPage(({ posts }) => {
    for (const post of posts) if (post.mediaType === 'IMAGE') post.thumbnailUrl = post.mediaUrl
  }),
  'thumbnail-is-jpg: the thumbnail of a VIDEO is the video': onQuietPage(({ posts }) => {
    posts[2].thumbnailUrl = posts[2].mediaUrl
  }),
  'carousel-media-url: the mediaUrl of a carousel is that of its second item': onQuietPage(
    ({ posts }) => {
      if (posts[1].children) posts[1].mediaUrl = posts[1].children[1].mediaUrl
    },
  ),
  'free-has-no-sizes: Free has sizes': onQuietPage(({ posts }) => {
    const { mediaUrl } = posts[0]
    posts[0].sizes = { 320: mediaUrl, 768: mediaUrl, 960: mediaUrl, 1200: mediaUrl }
  }, 'free'),
  'premium-has-sizes: one stored post of Premium lacks sizes': onQuietPage(({ posts }) => {
    delete posts[3].sizes
  }),
  'sizes-of-stored-media: a post whose media is not stored keeps its sizes': onQuietPage(
    ({ posts }) => {
      posts[3].mediaUrl = elsewhere
    },
  ),
  'children-only-on-request: children come without being requested': onQuietPage(
    ({ posts }, request) => {
      if (!requestsChildren(request)) posts[0].children = []
    },
  ),
  'children-on-request: posts without children leave the field out': onQuietPage(
    ({ posts }, request) => {
      if (requestsChildren(request)) delete posts[0].children
    },
  ),
  'comments-only-on-request: comments come without being requested': onQuietPage(
    ({ posts }, request) => {
      if (!requestsComments(request)) posts[0].comments = []
    },
  ),
  'comments-on-request: posts without comments leave the field out': onQuietPage(
    ({ posts }, request) => {
      if (requestsComments(request)) delete posts[4].comments
    },
  ),
  'children-of-carousels-only: an IMAGE has itself for its child': onQuietPage(({ posts }) => {
    if (posts[0].children) posts[0].children = [posts[1].children[0]]
  }),
  'child-has-no-children: carousel items have children of their own': onQuietPage(({ posts }) => {
    if (posts[1].children) posts[1].children[1].children = []
  }),
  'thumbnail-of-video-only: an IMAGE item has a thumbnail': onQuietPage(({ posts }) => {
    if (posts[1].children) posts[1].children[1].thumbnailUrl = posts[1].children[1].mediaUrl
  }),
  'child-media-is-stored: a carousel item that is not stored stays in the list': onQuietPage(
    ({ posts }) => {
      if (posts[1].children) posts[1].children[1].mediaUrl = elsewhere
    },
  ),
  'premium-child-has-sizes: carousel items have no sizes': onQuietPage(({ posts }) => {
    if (posts[1].children) delete posts[1].children[1].sizes
  }),
  'comment-without-name: comments name the commenter': onQuietPage(({ posts }) => {
    if (posts[0].comments) posts[0].comments[0].username = 'someone'
  }),
  'free-reads-six: Free reads a seventh post': onQuietPage(({ posts }, request) => {
    if (queryOf(request).size === 1) posts.push(posts[5])
  }, 'free'),
})
