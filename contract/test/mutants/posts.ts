import { type Mutant, queryOf } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const elsewhere = 'https://platform.example/expiring.jpg'
const requestsChildren = (request: Request) =>
  queryOf(request).getAll('include[]').includes('children')
const requestsComments = (request: Request) =>
  queryOf(request).getAll('include[]').includes('comments')

export const postMutants: Mutant[] = [
  {
    breaks: 'username-without-at',
    defect: 'the username has its @',
    handle: onQuietPage((page) => {
      page.username = `@${page.username}`
    }),
  },
  {
    breaks: 'post-timestamp',
    defect: 'a post is of the first day of a thirteenth month',
    handle: onQuietPage(({ posts }) => {
      posts[0].timestamp = '2026-13-01T10:00:00+00:00'
    }),
  },
  {
    breaks: 'thumbnail-of-video-only',
    defect: 'an IMAGE has itself for its thumbnail',
    handle: onQuietPage(({ posts }) => {
      for (const post of posts) if (post.mediaType === 'IMAGE') post.thumbnailUrl = post.mediaUrl
    }),
  },
  {
    breaks: 'thumbnail-is-jpg',
    defect: 'the thumbnail of a VIDEO is the video',
    handle: onQuietPage(({ posts }) => {
      posts[2].thumbnailUrl = posts[2].mediaUrl
    }),
  },
  {
    breaks: 'carousel-media-url',
    defect: 'the mediaUrl of a carousel is that of its second item',
    handle: onQuietPage(({ posts }) => {
      if (posts[1].children) posts[1].mediaUrl = posts[1].children[1].mediaUrl
    }),
  },
  {
    breaks: 'free-has-no-sizes',
    defect: 'Free has sizes',
    handle: onQuietPage(({ posts }) => {
      const { mediaUrl } = posts[0]
      posts[0].sizes = { 320: mediaUrl, 768: mediaUrl, 960: mediaUrl, 1200: mediaUrl }
    }, 'free'),
  },
  {
    breaks: 'premium-has-sizes',
    defect: 'one stored post of Premium lacks sizes',
    handle: onQuietPage(({ posts }) => {
      delete posts[3].sizes
    }),
  },
  {
    breaks: 'sizes-of-stored-media',
    defect: 'a post whose media is not stored keeps its sizes',
    handle: onQuietPage(({ posts }) => {
      posts[3].mediaUrl = elsewhere
    }),
  },
  {
    breaks: 'children-only-on-request',
    defect: 'children come without being requested',
    handle: onQuietPage(({ posts }, request) => {
      if (!requestsChildren(request)) posts[0].children = []
    }),
  },
  {
    breaks: 'children-on-request',
    defect: 'posts without children leave the field out',
    handle: onQuietPage(({ posts }, request) => {
      if (requestsChildren(request)) delete posts[0].children
    }),
  },
  {
    breaks: 'comments-only-on-request',
    defect: 'comments come without being requested',
    handle: onQuietPage(({ posts }, request) => {
      if (!requestsComments(request)) posts[0].comments = []
    }),
  },
  {
    breaks: 'comments-on-request',
    defect: 'posts without comments leave the field out',
    handle: onQuietPage(({ posts }, request) => {
      if (requestsComments(request)) delete posts[4].comments
    }),
  },
  {
    breaks: 'children-of-carousels-only',
    defect: 'an IMAGE has itself for its child',
    handle: onQuietPage(({ posts }) => {
      if (posts[0].children) posts[0].children = [posts[1].children[0]]
    }),
  },
  {
    breaks: 'child-has-no-children',
    defect: 'carousel items have children of their own',
    handle: onQuietPage(({ posts }) => {
      if (posts[1].children) posts[1].children[1].children = []
    }),
  },
  {
    breaks: 'thumbnail-of-video-only',
    defect: 'an IMAGE item has a thumbnail',
    handle: onQuietPage(({ posts }) => {
      if (posts[1].children) posts[1].children[1].thumbnailUrl = posts[1].children[1].mediaUrl
    }),
  },
  {
    breaks: 'child-media-is-stored',
    defect: 'a carousel item that is not stored stays in the list',
    handle: onQuietPage(({ posts }) => {
      if (posts[1].children) posts[1].children[1].mediaUrl = elsewhere
    }),
  },
  {
    breaks: 'premium-child-has-sizes',
    defect: 'carousel items have no sizes',
    handle: onQuietPage(({ posts }) => {
      if (posts[1].children) delete posts[1].children[1].sizes
    }),
  },
  {
    breaks: 'comment-without-name',
    defect: 'comments name the commenter',
    handle: onQuietPage(({ posts }) => {
      if (posts[0].comments) posts[0].comments[0].username = 'someone'
    }),
  },
  {
    breaks: 'free-reads-six',
    defect: 'Free reads a seventh post',
    handle: onQuietPage(({ posts }, request) => {
      if (queryOf(request).size === 1) posts.push(posts[5])
    }, 'free'),
  },
]
