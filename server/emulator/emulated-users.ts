import type { StoredPost, StoredProfile } from '@photofeed/core'
import { pictures, type ScenarioName, scenarioAccount } from '@photofeed/core/scenarios'

/** An owner on the platform. */
export interface EmulatedUser {
  /** Of the professional account; the same for every app. */
  userId: string
  /** What the token endpoint and the callbacks name the owner by. */
  appScopedId: string
  profile: StoredProfile
  /** Newest first. Media URLs are those of the scenarios; responses sign them again. */
  posts: StoredPost[]
}

type PostChange = Partial<Pick<StoredPost, 'caption' | 'likeCount' | 'commentsCount'>>

/** Creates the platform's owners and what they do there. Unknown ids are RangeErrors. */
export function createUsers(accounts: readonly ScenarioName[], clock: () => number) {
  const users = accounts.map((name) => userOf(name, clock()))
  let added = 0

  /** By the id, the app-scoped id or the username. */
  function get(name: string): EmulatedUser {
    const found = users.find(
      ({ userId, appScopedId, profile }) =>
        userId === name || appScopedId === name || profile.username === name,
    )
    if (found) return found
    const names = users.map(({ profile }) => profile.username).join(', ')
    throw new RangeError(`The platform has no user ${name}: there are ${names}.`)
  }

  function count(user: EmulatedUser, difference: number): void {
    const { mediaCount } = user.profile
    if (mediaCount !== null) user.profile.mediaCount = mediaCount + difference
  }

  return {
    list: (): readonly EmulatedUser[] => users,
    get,
    /** Adds a user without posts. The number must be new. */
    add(number: number): EmulatedUser {
      const userId = `17859${String(number).padStart(12, '0')}`
      const counts = { followersCount: 0, followsCount: 0, mediaCount: 0 }
      const profile = { username: `user.${number}`, name: null, biography: null, website: null }
      const user = {
        userId,
        appScopedId: userId.replace(/^17/, '92'),
        posts: [],
        profile: { ...profile, ...counts, picture: null },
      }
      users.push(user)
      return user
    },
    /** Publishes a picture, the newest post by default. */
    addPost(name: string, change: PostChange & { publishedAt?: number } = {}): StoredPost {
      const user = get(name)
      added += 1
      const post = { ...newPost(added), publishedAt: secondOf(clock()), ...change }
      const place = user.posts.findIndex(({ publishedAt }) => publishedAt <= post.publishedAt)
      user.posts.splice(place < 0 ? user.posts.length : place, 0, post)
      count(user, 1)
      return post
    },
    deletePost(name: string, postId: string): void {
      const user = get(name)
      user.posts.splice(user.posts.indexOf(postOf(user, postId)), 1)
      count(user, -1)
    },
    changePost(name: string, postId: string, change: PostChange): void {
      Object.assign(postOf(get(name), postId), change)
    },
    changeProfile(name: string, change: Partial<Omit<StoredProfile, 'picture'>>): void {
      Object.assign(get(name).profile, change)
    },
  }
}

function userOf(name: ScenarioName, now: number): EmulatedUser {
  const { platformId, profile, posts, arriving } = scenarioAccount(name, { now, platformUrl: '' })
  // Nobody here is an account of the scenarios, which a demo serves beside these.
  const userId = platformId.replace(/^1784/, '1785')
  return {
    userId,
    appScopedId: userId.replace(/^17/, '92'),
    profile,
    posts: [...posts, ...arriving],
  }
}

function postOf({ profile, posts }: EmulatedUser, postId: string): StoredPost {
  const post = posts.find(({ id }) => id === postId)
  if (post) return post
  throw new RangeError(`${profile.username} has no post ${postId}.`)
}

function newPost(number: number): Omit<StoredPost, 'publishedAt'> {
  const picture = pictures[(number * 3) % pictures.length]
  return {
    id: `1899${String(number).padStart(13, '0')}`,
    position: 0,
    mediaType: 'IMAGE',
    caption: `New on the platform, number ${number}`,
    altText: null,
    media: { file: null, platformUrl: `/v/${picture?.number}.jpg` },
    thumbnail: null,
    permalink: `https://photos.example/p/new${number}/`,
    likeCount: 0,
    commentsCount: 0,
    children: [],
    comments: [],
  }
}

/** The platform's times have no fractions. */
function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000
}
