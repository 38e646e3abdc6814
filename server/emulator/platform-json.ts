import type { Media, StoredPost } from '@photofeed/core'
import { clip, pictures, type ScenarioAccount } from '@photofeed/core/scenarios'
import * as archive from '../src/archive/platform-json.ts'

/** The account as the platform describes it. */
export function profileJson({
  platformId,
  profile,
}: Pick<ScenarioAccount, 'platformId' | 'profile'>) {
  return archive.profileJson(platformId, profile, urlOf)
}

/** A post as the platform lists it. */
export function postJson(post: StoredPost) {
  return archive.postJson(post, urlOf)
}

const paths = new Map([
  ...pictures.map(({ number, file }) => [file.id, `${number}/1200.jpg`] as const),
  [clip.id, 'clip.mp4'],
])

/** Where an import finds the media: a stored file below the folder of the demo's media. */
function urlOf({ file, platformUrl }: Media): string {
  if (!file) return platformUrl
  const path = paths.get(file.id)
  if (path === undefined) throw new RangeError(`No file of the demo has the id ${file.id}`)
  return path
}
