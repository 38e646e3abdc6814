import type { StoredProfile } from '@photofeed/core'
import { mediaDocument } from './post-document.ts'

/** The `profile` column: equal profiles have equal texts. */
export function toProfileDocument(profile: StoredProfile): string {
  return JSON.stringify({
    username: profile.username,
    name: profile.name,
    biography: profile.biography,
    website: profile.website,
    picture: profile.picture && mediaDocument(profile.picture),
    followersCount: profile.followersCount,
    followsCount: profile.followsCount,
    mediaCount: profile.mediaCount,
  })
}

/** Reads the column back. */
export function fromProfileDocument(text: string): StoredProfile {
  return JSON.parse(text)
}
