import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { placeOfJsonError, UserError } from '@photofeed/core/node'
import { z } from 'zod'
import { shapeProblem } from '../platform/platform-reading.ts'
import {
  archivedPostSchema,
  archivedProfileSchema,
  childSchema,
  flatOrWrapped,
  isWrapped,
  object,
  type PlatformPost,
  type PlatformProfile,
} from '../platform/platform-schema.ts'
import type { PlatformItem } from '../refresh/intake.ts'

/** The platform's responses about one account. */
export interface PlatformResponses {
  profile: PlatformItem<PlatformProfile>
  /** As the platform lists them, newest first; no post twice. */
  posts: PlatformItem<PlatformPost>[]
}

type FoundProfile = PlatformItem<PlatformProfile> & { file: string }

/**
 * Reads the platform's responses from JSON files, which are recognized by their shape: a profile, media pages in the
 * platform's order, or a profile with its first page in `media`. `hasMore` is true if the last page names another one.
 *
 * @throws {UserError} if a file has another shape.
 */
export async function readResponses(
  files: readonly string[],
  username?: string,
): Promise<PlatformResponses & { hasMore: boolean }> {
  if (files.length === 0) {
    throw new UserError(
      'no files: name the JSON file of the profile and those of the media pages, newest posts first',
    )
  }
  const profiles: FoundProfile[] = []
  const posts = new Map<string, PlatformItem<PlatformPost>>()
  let hasMore = false
  for (const file of files) {
    const json = await readJsonFile(file)
    const folder = dirname(resolve(file))
    const { profile, page } = partsOf(json, file)
    if (profile) profiles.push({ value: readProfile(json, file), folder, file })
    if (!page) continue
    const { data, paging } = page
    hasMore = has(paging, 'next')
    for (const value of data) if (!posts.has(value.id)) posts.set(value.id, { value, folder })
  }
  return { profile: oneProfile(profiles, username), posts: [...posts.values()], hasMore }
}

const mediaPage = object({
  data: z.array(archivedPostSchema, { error: 'a list' }),
  paging: z.unknown().optional(),
})
type MediaPage = z.infer<typeof mediaPage>

/** Reads the platform's response about the account, which is flat or the only item of `data`. */
export function readProfile(json: unknown, source: string): PlatformProfile {
  return readWith(flatOrWrapped(archivedProfileSchema, json), json, source)
}

/** Reads one page of the platform's listing of posts, as a whole or not at all. */
export function readMediaPage(json: unknown, source: string): PlatformPost[] {
  return readWith(mediaPage, json, source).data
}

/** What a file contains: a profile, a page of posts, or both. */
function partsOf(json: unknown, file: string): { profile: boolean; page: MediaPage | null } {
  const first = isWrapped(json) && json.data.length === 1 ? json.data[0] : json
  const page = has(first, 'media')
    ? readWith(flatOrWrapped(object({ media: mediaPage }), json), json, file).media
    : null
  // A post may name its owner too.
  const profile = has(first, 'username') && !postKeys.some((key) => has(first, key))
  if (profile || page) return { profile, page }
  if (isWrapped(json)) return { profile, page: readWith(mediaPage, json, file) }
  throw new UserError(
    has(json, 'error')
      ? `${file}: the platform responded with an error instead of data: fetch this file again`
      : `${file}: neither a profile (an object with "username") nor a media page (one with "data")`,
  )
}

const postKeys = Object.keys(archivedPostSchema.shape).filter((key) => key !== 'id')

function readWith<T>(schema: z.ZodType<T>, json: unknown, source: string): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const path = result.error.issues[0]?.path ?? []
  const isItem = path.at(-1) === 'media_type' && path.at(-4) === 'children'
  const sentence = shapeProblem(result.error, json)
  const hint =
    isItem && sentence.endsWith('got nothing')
      ? `. Fetch the page again with children{${Object.keys(childSchema.shape).join()}}`
      : ''
  throw new UserError(`${source}: ${sentence}${hint}`)
}

function has(json: unknown, key: string): boolean {
  return typeof json === 'object' && json !== null && key in json
}

function oneProfile(
  profiles: readonly FoundProfile[],
  username?: string,
): PlatformItem<PlatformProfile> {
  const [first] = profiles
  if (!first) {
    throw new UserError('no profile: add the JSON file of the profile to the files')
  }
  const named = ({ value }: FoundProfile) => `${value.username} (${value.user_id})`
  const other = profiles.find(({ value }) => value.user_id !== first.value.user_id)
  if (other) {
    throw new UserError(
      `${first.file} and ${other.file}: two different profiles, ${named(first)} and ${named(other)}: import one account at a time`,
    )
  }
  if (username !== undefined && first.value.username !== username) {
    throw new UserError(
      `${first.file}: the profile of ${first.value.username}, not of ${username}: check the username and the files`,
    )
  }
  return first
}

const maximumBytes = 32 * 1024 * 1024

/** Reads a JSON file; throws a UserError that starts with its name. */
async function readJsonFile(file: string): Promise<unknown> {
  const unreadable = ({ code }: NodeJS.ErrnoException) => {
    throw new UserError(
      code === 'ENOENT' ? `${file}: no such file` : `${file}: not readable (${code})`,
    )
  }
  const found = await stat(file).catch(unreadable)
  if (!found.isFile()) throw new UserError(`${file}: not a file`)
  if (found.size > maximumBytes) {
    throw new UserError(`${file}: larger than ${maximumBytes / 1024 / 1024} MiB`)
  }
  const bytes = await readFile(file).catch(unreadable)
  if (!isUtf8(bytes)) throw new UserError(`${file}: not UTF-8 text`)
  // Also removes a byte order mark, which JSON.parse rejects.
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = placeOfJsonError(text)
    throw new UserError(`${file}: not JSON (line ${line}, column ${column})`)
  }
}
