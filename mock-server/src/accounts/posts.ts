import { type StoredPost, UserError } from '@photofeed/core'
import { idMaker } from '../builders/identity.ts'
import type { CustomPost, ImageInput, PostChanges } from '../builders/inputs.ts'
import { readPostChanges, storedPost } from '../builders/post-input.ts'
import { postSchema } from '../builders/schemas.ts'
import { formatTime, readData } from '../builders/validation.ts'
import {
  type Account,
  type AccountChange,
  type AccountPosts,
  type ChangeMoment,
  changeAfter,
  readMoment,
  type ScheduledChange,
} from './account.ts'

/** Changes the posts of an account, as if the service had fetched the change. Cursors keep their place. */
export interface PostControls {
  /**
   * Adds a post, by default the newest, with a picture. Returns its id.
   *
   * @example
   * mock.posts('premium').publish(post.image({ caption: 'New' }), { afterRequests: 1 })
   */
  publish(post?: CustomPost | ImageInput, moment?: ChangeMoment): string
  /** Changes a caption, counts, comments or the alternative text. */
  update(id: string, changes: PostChanges, moment?: ChangeMoment): void
  /** Removes a post that was deleted on the platform. */
  remove(id: string, moment?: ChangeMoment): void
}

interface PostParts {
  clock: () => number
  platformUrl: string
  change(account: Account, change: AccountChange): void
  /** Returns the name of another account that has a post with this id or permalink; null if there is none. */
  ownerOf(post: Pick<StoredPost, 'id' | 'permalink'>, besides: string): string | null
}

type Edit = (feed: AccountPosts) => AccountPosts

export function createPostControls(
  find: () => Account,
  { clock, platformUrl, change, ownerOf }: PostParts,
): PostControls {
  function run(name: ScheduledChange['name'], moment: ChangeMoment, edit: Edit): void {
    const apply = (account: Account) => change(account, changeOf(account, edit, clock()))
    changeAfter(find(), readMoment(moment), { name, apply })
  }

  return {
    publish(input = {}, moment = {}) {
      const account = find()
      const { name } = account.scenario
      const known = everyPost(account)
      const ids = known.map(({ id }) => id)
      const position = Math.max(...known.map((post) => post.position), 0) + 1
      // A clock behind the dates of the posts would publish a post that is not the newest.
      const newest = Math.max(...known.map(({ publishedAt }) => publishedAt), 0)
      const now = formatTime(Math.max(clock(), newest + 1000))
      const given = input === Object(input) ? { mediaType: 'IMAGE', ...input } : input
      const read = readData(postSchema, given, "The post's ", 'The post')
      const { id = idMaker(name, ids)(position), timestamp = now } = read
      if (ids.includes(id)) {
        throw new UserError(`The post's id must differ from that of other posts, but is "${id}".`)
      }
      const post = storedPost({ ...read, id, position, timestamp }, platformUrl)
      const isDerived = read.id === undefined && read.permalink === undefined
      const owner = isDerived ? null : ownerOf(post, name)
      if (owner !== null) throw new UserError(sharedPost(name, owner, post.id))
      run('publish', moment, ({ posts, pendingPosts }) => ({
        posts: [post, ...posts],
        pendingPosts,
      }))
      account.addedPosts = [...account.addedPosts, post]
      return post.id
    },
    update(id, changes, moment = {}) {
      const changed = readPostChanges(changes, findPost(find(), id))
      const update = (post: StoredPost) => (post.id === id ? { ...post, ...changed } : post)
      const edit = inBoth((posts) => posts.map(update))
      run('update', moment, edit)
    },
    remove(id, moment = {}) {
      findPost(find(), id)
      const isOther = (post: StoredPost) => post.id !== id
      const edit = inBoth((posts) => posts.filter(isOther))
      run('remove', moment, edit)
    },
  }
}

/** Changes the posts that are there and those that the first import will add. */
function inBoth(edit: (posts: readonly StoredPost[]) => StoredPost[]): Edit {
  return ({ posts, pendingPosts }) => ({ posts: edit(posts), pendingPosts: edit(pendingPosts) })
}

/** The message for two accounts with the same post, which only one account of the platform can have. */
export function sharedPost(name: string, other: string, id: string): string {
  return `The accounts ${other} and ${name} share the id or the permalink of the post "${id}". Leave both out in one of them.`
}

/** The posts that are, will be or were in the account. */
export function everyPost({ feed, addedPosts }: Account): StoredPost[] {
  const { posts, pendingPosts } = feed()
  return [...posts, ...pendingPosts, ...addedPosts]
}

function findPost(account: Account, id: string): StoredPost {
  const posts = everyPost(account)
  const post = posts.find((post) => post.id === id)
  if (post) return post
  const [newest] = posts.toSorted((one, other) => other.publishedAt - one.publishedAt)
  const advice = newest ? `Its newest is "${newest.id}".` : 'It has none: publish one.'
  throw new UserError(
    `${account.scenario.name} has no post with the id ${JSON.stringify(id)}. ${advice}`,
  )
}

/** The service has fetched what it serves, so the time of the last fetch and the number of posts change too. */
function changeOf({ account, feed }: Account, edit: Edit, now: number): AccountChange {
  const before = feed()
  const after = edit(before)
  const newest = Math.max(...after.posts.map(({ publishedAt }) => publishedAt), 0)
  const { lastFetchAt, profile } = account
  const { mediaCount } = profile
  const added = countPosts(after) - countPosts(before)
  return {
    feed: after,
    lastFetchAt: lastFetchAt === null ? null : Math.max(lastFetchAt, now, newest),
    profile: { ...profile, mediaCount: mediaCount === null ? null : mediaCount + added },
  }
}

const countPosts = ({ posts, pendingPosts }: AccountPosts) => posts.length + pendingPosts.length
