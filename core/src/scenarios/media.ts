import type { Media, StoredFile } from '../store.ts'
import { clip, type Picture } from './pictures.ts'
import { signedUrl } from './platform.ts'
import type { MediaState, Recipe } from './recipe.ts'

type Place = Pick<Recipe, 'media' | 'platformUrl'>

export function pictureMedia(place: Place, { number, file }: Picture): Media {
  return mediaIn(place, number, file)
}

export function clipMedia(place: Place): Media {
  return mediaIn(place, 'clip', clip)
}

function mediaIn({ media, platformUrl }: Place, name: string, file: StoredFile): Media {
  const { stored, expiresAt } = states[media]
  return { file: stored(file), platformUrl: signedUrl(platformUrl, { file: name, expiresAt }) }
}

interface State {
  /** What the store says about a file. */
  stored: (file: StoredFile) => StoredFile | null
  /** When the platform's URLs end, in milliseconds since the epoch. */
  expiresAt: number
}

const farAhead = Date.UTC(2037, 0, 1)
const longAgo = 0x68f0a1b2 * 1000

const states: Record<MediaState, State> = {
  stored: { stored: (file) => file, expiresAt: farAhead },
  unstored: { stored: () => null, expiresAt: farAhead },
  expired: { stored: () => null, expiresAt: longAgo },
  missing: {
    // No content has such an id.
    stored: ({ id, ...file }) => ({ ...file, id: `${'0'.repeat(16)}${id.slice(16)}` }),
    expiresAt: farAhead,
  },
}
