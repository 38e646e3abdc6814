import { type Change, type Json, type Mutant, mutantsOf, queryOf, set } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const elsewhere = 'https://platform.example/expiring.jpg'

/** Adds an empty list that was not requested. */
const unrequested =
  (name: string): Change =>
  (page, request) => {
    const isRequested = queryOf(request).getAll('include[]').includes(name)
    if (!isRequested) page.posts[0][name] = []
  }

const makeThumbnail = (one: Json) => {
  if (one) one.thumbnailUrl = one.mediaUrl
}

// biome-ignore format: a row for each mutant
const ofPremium = mutantsOf<Change>({
  'username-without-at: the username has its @': (page) => Object.assign(page, { username: `@${page.username}` }),
  'post-timestamp: a post is of the first day of a thirteenth month': set('posts.0.timestamp', '2026-13-01T10:00:00+00:00'),
  'times-are-real: a post is of the first second of Unix': set('posts.0.timestamp', '1970-01-01T00:00:00+00:00'),
  'account-last-fetch-at: the time is the zero value of Go': set('lastFetchAt', '0001-01-01T00:00:00+00:00'),
  'urls-are-absolute: a permalink is empty': set('posts.0.permalink', ''),
  'urls-are-absolute: the media URL is a path': set('posts.0.mediaUrl', '/media/1.jpg'),
  'ids-are-exact: an id went through a floating-point number': set('posts.0.id', '1.7900000000001792e+16'),
  'null-is-no-word: captions that are missing are None': ({ posts }) => {
    for (const post of posts) Object.assign(post, { caption: post.caption ?? 'None', altText: 'None' })
  },
  'thumbnail-of-video-only: an IMAGE has itself for its thumbnail': ({ posts }) =>
    posts.filter(({ mediaType }: Json) => mediaType === 'IMAGE').forEach(makeThumbnail),
  'thumbnail-is-jpg: the thumbnail of a VIDEO is the video': ({ posts }) => makeThumbnail(posts[2]),
  'carousel-media-url: the mediaUrl of a carousel is that of its second item': ({ posts: [, album] }) => {
    if (album.children) album.mediaUrl = album.children[1].mediaUrl
  },
  'premium-has-sizes: one stored post of Premium lacks sizes': set('posts.3.sizes'),
  'sizes-of-stored-media: a post whose media is not stored keeps its sizes': set('posts.3.mediaUrl', elsewhere),
  'children-only-on-request: children come without being requested': unrequested('children'),
  'children-on-request: posts without children leave the field out': set('posts.0.children'),
  'comments-only-on-request: comments come without being requested': unrequested('comments'),
  'comments-on-request: posts without comments leave the field out': set('posts.4.comments'),
  'children-of-carousels-only: an IMAGE has itself for its child': ({ posts: [image, album] }) => {
    if (image.children) image.children = [album.children[0]]
  },
  'child-has-no-children: carousel items have children of their own': set('posts.1.children.1.children', []),
  'thumbnail-of-video-only: an IMAGE item has a thumbnail': ({ posts }) => makeThumbnail(posts[1].children?.[1]),
  'child-media-is-stored: a carousel item that is not stored stays in the list': set('posts.1.children.1.mediaUrl', elsewhere),
  'premium-child-has-sizes: carousel items have no sizes': set('posts.1.children.1.sizes'),
  'comment-without-name: comments name the commenter': set('posts.0.comments.0.username', 'someone'),
}, (change) => onQuietPage(change))

export const postMutants: Mutant[] = [
  ...ofPremium,
  ...mutantsOf({
    'free-has-no-sizes: Free has sizes': onQuietPage(({ posts: [post] }) => {
      const { mediaUrl } = post
      post.sizes = { 320: mediaUrl, 768: mediaUrl, 960: mediaUrl, 1200: mediaUrl }
    }, 'free'),
    'free-reads-six: Free reads a seventh post': onQuietPage(({ posts }, request) => {
      if (queryOf(request).size === 1) posts.push(posts[5])
    }, 'free'),
  }),
]
