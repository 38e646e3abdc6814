import type { StoredPost, StoredProfile } from '../store.ts'
import { pictureMedia } from './media.ts'
import { pictures } from './pictures.ts'
import { createPosts } from './posts.ts'
import { cycle } from './random.ts'
import type { Recipe } from './recipe.ts'
import type { ScenarioName } from './scenarios.ts'
import { type About, type Sketch, sketches } from './sketches.ts'
import { inStoredOrder } from './stored-order.ts'

/** What stands behind one published key; its plan and status are the scenario's. */
export interface ScenarioAccount {
  name: ScenarioName
  /** The platform's id of the account. */
  platformId: string
  profile: StoredProfile
  /** Newest first, as the platform lists them. */
  posts: StoredPost[]
  /** What the first import still brings, likewise newest first; empty unless the status is importing. */
  arriving: StoredPost[]
  /** Milliseconds since the epoch; null if never. */
  lastFetchAt: number | null
}

export interface ScenarioOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** The base of the platform's media URLs, without a trailing slash. */
  platformUrl: string
  /** Milliseconds to add to the dates of posts and comments. Default: 0. */
  shift?: number
}

const newest = Date.UTC(2026, 10, 18, 17, 42, 10)
const months = 150 * 24 * 3_600_000

/** The account of a scenario. Its posts are made when they are first read; each call makes new ones that are equal. */
export function scenarioAccount(
  name: ScenarioName,
  { now, platformUrl, shift = 0 }: ScenarioOptions,
): ScenarioAccount {
  const sketch = sketches[name]
  const { number, count, stored = count, isLate, lastFetch = 'now' } = sketch
  const recipe: Recipe = {
    seed: number,
    count,
    newest,
    withheld: false,
    hasUnusualCaptions: false,
    media: 'stored',
    platformUrl,
    ...sketch.recipe,
  }
  recipe.newest += shift
  let made: StoredPost[] | undefined
  function all(): StoredPost[] {
    made ??= inStoredOrder(
      createPosts(recipe),
      (place) => place >= stored || (isLate?.(place) ?? false),
    )
    return made
  }
  return {
    name,
    platformId: `1784140000000${String(number).padStart(4, '0')}`,
    profile: profileOf(sketch, recipe),
    get posts() {
      return all().slice(0, stored)
    },
    get arriving() {
      return all().slice(stored)
    },
    lastFetchAt: { now, 'months ago': now - months, never: null }[lastFetch],
  }
}

function profileOf(sketch: Sketch, recipe: Recipe): StoredProfile {
  const { pictureIndex, ...about } = sketch.about ?? usual(sketch)
  const picture = pictureIndex === null ? null : pictureMedia(recipe, cycle(pictures, pictureIndex))
  return { username: sketch.username, ...about, picture }
}

function usual({ username, number, count }: Sketch): About {
  return {
    name: username.replaceAll('.', ' '),
    biography: 'One of the scenarios of photofeed',
    website: `https://${username.replaceAll('.', '-')}.example`,
    pictureIndex: number + 9,
    followersCount: 140 * number,
    followsCount: 31 + number,
    mediaCount: count,
  }
}
