import type { Media, StoredFile, StoredPost } from '@photofeed/core'
import { clip, pictures, type ScenarioAccount } from '@photofeed/core/scenarios'
import * as platform from '../src/owners/platform-json.ts'

/** The account as the platform describes it. */
export function profileJson({
  platformId,
  profile,
}: Pick<ScenarioAccount, 'platformId' | 'profile'>) {
  return platform.profileJson(platformId, profile, urlOf)
}

/** A post as the platform lists it. */
export function postJson(post: StoredPost) {
  return platform.postJson(post, urlOf)
}

const paths = new Map([
  ...pictures.map(({ number, file }) => [file.id, `${number}/1200.jpg`] as const),
  [clip.id, 'clip.mp4'],
])

function urlOf({ file, platformUrl }: Media): string {
  return file ? pathOf(file) : platformUrl
}

/** Returns the path of a stored file below the folder of the demo's media. */
export function pathOf({ id }: StoredFile): string {
  const path = paths.get(id)
  if (path === undefined) throw new RangeError(`No file of the demo has the id ${id}`)
  return path
}
