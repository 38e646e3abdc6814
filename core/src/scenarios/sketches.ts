import type { StoredProfile } from '../store.ts'
import type { Recipe } from './recipe.ts'
import type { ScenarioName } from './scenarios.ts'

/** What is special about one scenario's account. */
export interface Sketch {
  /** Ids and pictures follow from it, so it is never changed. */
  number: number
  username: string
  /** The optional part of the profile. */
  about?: About
  /** How many posts the platform lists. */
  count: number
  /** How many of them are stored, from the newest; all by default. */
  stored?: number
  /** Whether a first import missed a post, recognized by its place in the listing; a second import added it. */
  isLate?: (place: number) => boolean
  lastFetch?: 'now' | 'months ago' | 'never'
  /** Where its posts differ from the usual ones. */
  recipe?: Partial<Pick<Recipe, 'seed' | 'newest' | 'withheld' | 'media' | 'hasUnusualCaptions'>>
}

export type About = Omit<StoredProfile, 'username' | 'picture'> & {
  /** The place of the picture; null for none. */
  pictureIndex: number | null
}

const newestBeforeBreak = Date.UTC(2026, 3, 2, 6, 15, 40)

const harbour: Omit<Sketch, 'number' | 'username'> = {
  about: {
    name: 'Harbour & Hearth',
    biography: 'Boats, bread and the hills behind.\nA picture most days ⛵️🍞⛰️',
    website: 'https://harbour-and-hearth.example',
    pictureIndex: 3,
    followersCount: 18_240,
    followsCount: 312,
    mediaCount: 271,
  },
  count: 264,
  recipe: { seed: 1 },
  isLate: (place) => place > 30 && place % 17 === 9,
}

const nothing: About = {
  name: null,
  biography: null,
  website: null,
  pictureIndex: null,
  followersCount: null,
  followsCount: null,
  mediaCount: null,
}

export const sketches: Record<ScenarioName, Sketch> = {
  premium: { number: 1, username: 'harbour.and.hearth', ...harbour },
  free: { number: 2, username: 'harbourandhearth', ...harbour, recipe: { seed: 2 } },
  importing: {
    number: 3,
    username: 'first.light.walks',
    count: 24,
    stored: 0,
    lastFetch: 'never',
  },
  'importing-partial': {
    number: 4,
    username: 'tideline.notes',
    count: 48,
    stored: 24,
    lastFetch: 'never',
  },
  'refreshing-token': { number: 5, username: 'the.slow.oven', count: 24 },
  'invalid-token': {
    number: 6,
    username: 'north.quay.house',
    count: 48,
    recipe: { newest: newestBeforeBreak },
    lastFetch: 'months ago',
  },
  'free-invalid-token': {
    number: 7,
    username: 'pinewood.cabin',
    count: 12,
    recipe: { newest: newestBeforeBreak },
    lastFetch: 'months ago',
  },
  empty: { number: 8, username: 'quiet.lens', count: 0 },
  'unstored-media': {
    number: 9,
    username: 'borrowed.views',
    count: 24,
    recipe: { media: 'unstored' },
  },
  'withheld-video': {
    number: 10,
    username: 'reels.and.rigging',
    count: 12,
    recipe: { withheld: true },
  },
  'null-profile': { number: 11, username: 'just.a.name', about: nothing, count: 9 },
  'hostile-text': {
    number: 27,
    username: 'wet.gloves.log',
    count: 264,
    recipe: { hasUnusualCaptions: true },
  },
  'page-boundary': { number: 12, username: 'hundred.hills', count: 100 },
  disconnected: { number: 13, username: 'gone.fishing', count: 6 },
  regenerated: { number: 14, username: 'fresh.paint.boats', count: 6 },
  'server-error': { number: 15, username: 'oven.out.of.order', count: 6 },
  slow: { number: 16, username: 'low.tide.snails', count: 24 },
  'slow-drip': { number: 17, username: 'rain.on.tin', count: 24 },
  'network-error': { number: 18, username: 'behind.the.breakwater', count: 24 },
  'connection-reset': { number: 19, username: 'snapped.halyard', count: 24 },
  'empty-reply': { number: 20, username: 'unsent.postcards', count: 24 },
  truncated: { number: 21, username: 'half.a.loaf', count: 24 },
  'html-proxy': { number: 22, username: 'lighthouse.annexe', count: 24 },
  'html-proxy-200': { number: 23, username: 'painted.doors', count: 24 },
  'fails-twice': { number: 24, username: 'third.time.lucky', count: 24 },
  'expired-media': {
    number: 25,
    username: 'last.summers.light',
    count: 24,
    recipe: { media: 'expired' },
  },
  'missing-image': {
    number: 26,
    username: 'empty.frames',
    count: 24,
    recipe: { media: 'missing' },
  },
}
