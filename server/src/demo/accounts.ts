import type { AccountScenarioName } from '@photofeed/core/scenarios'
import { createPosts } from './platform-data.ts'
import { expiredUrl, type PlatformJson } from './platform-values.ts'
import type { Recipe } from './recipe.ts'

/** What stands behind one published key. */
export interface DemoAccount {
  name: AccountScenarioName
  profile: PlatformJson
  /** As the platform lists them. */
  posts: PlatformJson[]
  /** Whether a first import missed a post, told by its place in the listing; a second one brings it. */
  isLate: (place: number) => boolean
  lastFetch: 'now' | 'months ago' | 'never'
  /** What happened to the published key. */
  key: 'in force' | 'revoked' | 'replaced'
}

interface Sketch extends Partial<Pick<DemoAccount, 'isLate' | 'lastFetch' | 'key'>> {
  username: string
  /** The optional part of the profile. */
  about?: PlatformJson
  recipe: Pick<Recipe, 'count'> & Partial<Recipe>
}

const newest = Date.UTC(2026, 10, 18, 17, 42, 10)
const newestBeforeBreak = Date.UTC(2026, 3, 2, 6, 15, 40)

const harbour: Omit<Sketch, 'username'> = {
  about: {
    name: 'Harbour & Hearth',
    biography: 'Boats, bread and the hills behind.\nA picture most days ⛵️🍞⛰️',
    website: 'https://harbour-and-hearth.example',
    profile_picture_url: 'pictures/04.jpg',
    followers_count: 18_240,
    follows_count: 312,
    media_count: 271,
  },
  recipe: { count: 264, seed: 1 },
  isLate: (place) => place > 30 && place % 17 === 9,
}

const sketches = {
  premium: { username: 'harbour.and.hearth', ...harbour },
  free: { username: 'harbourandhearth', ...harbour },
  importing: { username: 'first.light.walks', recipe: { count: 0 }, lastFetch: 'never' },
  'importing-partial': { username: 'tideline.notes', recipe: { count: 24 }, lastFetch: 'never' },
  'refreshing-token': { username: 'the.slow.oven', recipe: { count: 24 } },
  'invalid-token': {
    username: 'north.quay.house',
    recipe: { count: 48, newest: newestBeforeBreak },
    lastFetch: 'months ago',
  },
  'free-invalid-token': {
    username: 'pinewood.cabin',
    recipe: { count: 12, newest: newestBeforeBreak },
    lastFetch: 'months ago',
  },
  empty: { username: 'quiet.lens', recipe: { count: 0 } },
  'unstored-media': { username: 'borrowed.views', recipe: { count: 24, urlOf: expiredUrl } },
  'withheld-video': { username: 'reels.and.rigging', recipe: { count: 12, withheld: true } },
  'null-profile': { username: 'just.a.name', about: {}, recipe: { count: 9 } },
  'page-boundary': { username: 'hundred.hills', recipe: { count: 100 } },
  disconnected: { username: 'gone.fishing', recipe: { count: 6 }, key: 'revoked' },
  regenerated: { username: 'fresh.paint.boats', recipe: { count: 6 }, key: 'replaced' },
} satisfies Record<Exclude<AccountScenarioName, 'server-error'>, Sketch>

const ordinary: Omit<Recipe, 'seed' | 'count'> = {
  newest,
  urlOf: (path) => path,
  withheld: false,
}

/** Every account of the demo. */
export const demoAccounts: readonly DemoAccount[] = Object.entries<Sketch>(sketches).map(
  ([name, sketch], index) => ({
    name: name as keyof typeof sketches,
    profile: profileOf(sketch, index + 1),
    posts: createPosts({ ...ordinary, seed: index + 1, ...sketch.recipe }),
    isLate: sketch.isLate ?? (() => false),
    lastFetch: sketch.lastFetch ?? 'now',
    key: sketch.key ?? 'in force',
  }),
)

function profileOf({ username, about, recipe }: Sketch, number: number): PlatformJson {
  const urlOf = recipe.urlOf ?? ordinary.urlOf
  return {
    user_id: `1784140000000${String(number).padStart(4, '0')}`,
    id: `2500000000000${String(number).padStart(4, '0')}`,
    username,
    account_type: 'MEDIA_CREATOR',
    ...(about ?? {
      name: username.replaceAll('.', ' '),
      biography: 'One of the accounts of the photofeed demo',
      website: `https://${username.replaceAll('.', '-')}.example`,
      profile_picture_url: urlOf(`pictures/${String(number + 10)}.jpg`),
      followers_count: 140 * number,
      follows_count: 31 + number,
      media_count: recipe.count,
    }),
  }
}
