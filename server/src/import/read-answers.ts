import { dirname, resolve } from 'node:path'
import { isWrapped, type PlatformPost, type PlatformProfile } from '../platform/platform-schema.ts'
import { readMediaPage, readProfile } from './archived-answers.ts'
import { ImportError } from './import-error.ts'
import type { PlatformAnswers } from './import-feed.ts'
import { readJsonFile } from './json-file.ts'
import type { Sourced } from './post-intake.ts'

/**
 * Reads the platform's answers from JSON files, told apart by their shape: the profile, and any number of media
 * pages in the platform's order. Rejects with ImportError, one sentence that says what to do.
 */
export async function readAnswers(
  files: readonly string[],
  username?: string,
): Promise<PlatformAnswers> {
  if (files.length === 0) {
    throw new ImportError(
      'no files: name the JSON file of the profile and those of the media pages, newest posts first',
    )
  }
  const profiles: Array<Sourced<PlatformProfile> & { file: string }> = []
  const posts = new Map<string, Sourced<PlatformPost>>()
  for (const file of files) {
    const json = await readJsonFile(file)
    const folder = dirname(resolve(file))
    if (isProfile(json, file)) {
      profiles.push({ value: readProfile(json, file), folder, file })
    } else {
      for (const value of readMediaPage(json, file)) {
        if (!posts.has(value.id)) posts.set(value.id, { value, folder })
      }
    }
  }
  return { profile: oneProfile(profiles, username), posts: [...posts.values()] }
}

function isProfile(json: unknown, file: string): boolean {
  // A post may name its owner too, so the username alone does not tell.
  const first = isWrapped(json) ? json.data[0] : json
  if (has(first, 'username') && !has(first, 'media_type')) return true
  if (isWrapped(json)) return false
  throw new ImportError(
    has(json, 'error')
      ? `${file}: the platform answered with an error instead of data: fetch this file again`
      : `${file}: neither a profile (an object with "username") nor a media page (one with "data")`,
  )
}

function has(json: unknown, key: string): boolean {
  return typeof json === 'object' && json !== null && key in json
}

function oneProfile(
  profiles: Array<Sourced<PlatformProfile> & { file: string }>,
  username: string | undefined,
): Sourced<PlatformProfile> {
  const first = profiles[0]
  if (!first) {
    throw new ImportError('no profile: add the JSON file of the profile to the files')
  }
  const other = profiles.find(({ value }) => value.user_id !== first.value.user_id)
  if (other) {
    throw new ImportError(
      `${first.file} and ${other.file}: two different profiles, ${first.value.username} and ${other.value.username}: import one account at a time`,
    )
  }
  if (username !== undefined && first.value.username !== username) {
    throw new ImportError(
      `${first.file}: the profile of ${first.value.username}, not of ${username}: check the username and the files`,
    )
  }
  return { value: first.value, folder: first.folder }
}
