import { listedFields, type MediaPage } from './media-listing.ts'
import { createPlatformClient, platformHosts, profileFields } from './platform-client.ts'
import { usageHeaders } from './platform-limits.ts'
import { PlatformError } from './platform-problems.ts'
import { shapeProblem } from './platform-reading.ts'
import { createPlatformRequests, type PlatformDeps } from './platform-requests.ts'
import { isWrapped, permissions, postSchema } from './platform-schema.ts'

/** What a response shows, in a sentence without tokens, ids or URLs. */
export interface PlatformFinding {
  check: string
  level: 'ok' | 'warning' | 'broken'
  sentence: string
}

export interface CheckParts extends PlatformDeps {
  /** Of the account whose data are read. */
  token: string
  /** The address of the graph, without a version. */
  graph: string
  version?: string | undefined
  /** Returns why media are not downloaded from a URL, or null. */
  rejectionOf(url: URL): string | null
}

type Json = Record<string, unknown>
type Level = PlatformFinding['level']

/** Reads an account and a page of its posts as refreshes do, and compares the responses with what the code expects. */
export async function checkPlatform(parts: CheckParts): Promise<PlatformFinding[]> {
  const { token, version } = parts
  const findings: PlatformFinding[] = []
  const add = (check: string, level: Level, sentence: string) =>
    findings.push({ check, level, sentence })
  add('token', ...describeToken(token))

  const responses: { headers: Headers; json: unknown }[] = []
  const deps: PlatformDeps = {
    ...parts,
    onResponse: (headers, json) => responses.push({ headers, json }),
  }
  const unknown: string[] = []
  const client = createPlatformClient(
    {
      ...{ clientId: '', clientSecret: '', redirectUri: '', version, comments: true },
      hosts: { ...platformHosts, graph: parts.graph },
    },
    { ...deps, onUnknownFields: (fields) => unknown.push(...fields) },
  )
  try {
    add('account', ...describeAccount(await readAccount(parts, deps)))
    await client.profile(token)
    add('profile', ...describeProfile(itemsOf(responses.at(-1)?.json)[0] ?? {}))
    const all = Object.values(permissions)
    const { value: page } = await client.mediaPages(token, { permissions: all }).next()
    const posts = itemsOf(responses.at(-1)?.json)
    if (page) {
      add('posts', ...describePosts(posts, page))
      add('albums', ...describeAlbums(posts))
      add('comments', ...describeComments(posts, page))
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const hint =
      error.kind === 'token' ? ' Generate another token, and check that it is of this app.' : ''
    add('error', 'broken', withoutIds(error.message) + hint)
  }
  if (unknown.length > 0) {
    add(
      'fields',
      'warning',
      `The platform does not know these fields, which are left out: ${unknown.join(', ')}.`,
    )
  }
  const media = responses.flatMap(({ json }) => mediaOf(json))
  if (media.length > 0) add('media', ...describeHosts(media, parts))
  if (responses.length > 0) {
    const headers = responses.map((response) => response.headers)
    add('limits', ...describeLimits(headers))
    add('version', ...describeVersion(headers, version))
  }
  return findings
}

/** Not a part of the profile that refreshes read. */
async function readAccount({ graph, version, token }: CheckParts, deps: PlatformDeps) {
  const json = await createPlatformRequests(deps).send({
    operation: 'account',
    url: version === undefined ? `${graph}/me` : `${graph}/${version}/me`,
    query: { fields: 'user_id,id,account_type', access_token: token },
    token,
  })
  return itemsOf(json)[0] ?? {}
}

/** The platform's words may repeat a URL or an id. */
function withoutIds(message: string): string {
  return message.replace(/https?:[^\s)]*|\d{10,}/gi, '…')
}

function describeToken(token: string): [Level, string] {
  if (token.startsWith('IG')) return ['ok', 'The token begins like those of the Instagram Login.']
  return token.startsWith('EA')
    ? [
        'broken',
        'The token is of the Facebook Login, which photofeed does not use. Generate one on the page “API setup with Instagram login”.',
      ]
    : ['warning', 'The token begins with neither IG nor EA, so its kind is unknown.']
}

function describeAccount(account: Json): [Level, string] {
  if (account.user_id === undefined) {
    return ['broken', 'The account has no user_id, by which photofeed knows it.']
  }
  if (typeof account.account_type !== 'string') {
    return ['warning', 'The account has a user_id; the platform does not say its type.']
  }
  const type = /^[A-Z_]{1,40}$/.exec(account.account_type)?.[0] ?? 'of an unknown form'
  return ['ok', `The account has a user_id. Its type is ${type}.`]
}

function describeProfile(profile: Json): [Level, string] {
  return ['ok', `The profile can be read. ${emptyFields(profileFields.profile, [profile])}`]
}

function describePosts(posts: Json[], { leftOut, next, complete }: MediaPage): [Level, string] {
  const count = posts.length === 1 ? '1 post' : `${posts.length} posts`
  const [first] = posts.flatMap((post) => postSchema.safeParse(post).error ?? [])
  if (first) {
    const problem = shapeProblem(first)
    return ['broken', `${leftOut.length} of ${count} cannot be read. The first has ${problem}.`]
  }
  if (!next && !complete) {
    return ['broken', 'The platform says that more posts follow, and not where.']
  }
  const fields = listedFields.post
  return [
    'ok',
    `${count} can be read, ${next ? 'and more follow' : 'which are all'}. ${emptyFields(fields, posts)}`,
  ]
}

function describeAlbums(posts: Json[]): [Level, string] {
  const items = posts.flatMap((post) => itemsOf(post.children))
  if (items.length === 0)
    return ['ok', 'No post of the first page is an album, so none is checked.']
  return ['ok', `Items of albums can be read. ${emptyFields(listedFields.children, items)}`]
}

function describeComments(posts: Json[], { hasComments }: MediaPage): [Level, string] {
  if (!hasComments) {
    return ['warning', 'The token does not permit to read comments. Leave --platform-comments off.']
  }
  const counting = posts.filter(({ comments_count: count }) => Number(count) > 0)
  const listing = counting.filter(({ comments }) => itemsOf(comments).length > 0)
  if (counting.length === 0) {
    return ['ok', 'No post of the first page has comments, so none is checked.']
  }
  const counts = `Of ${counting.length} posts with comments, ${listing.length} list them.`
  return listing.length === 0
    ? ['warning', `${counts} Probably the app has no Advanced Access to comments.`]
    : ['ok', counts]
}

/** Names the fields that no object has. They may be empty, or not available. */
function emptyFields(fields: readonly string[], objects: Json[]): string {
  const empty = fields.filter((name) => objects.every((object) => object[name] === undefined))
  return empty.length === 0 ? 'Each field has a value.' : `Without a value: ${empty.join(', ')}.`
}

function describeHosts(media: string[], { rejectionOf }: CheckParts): [Level, string] {
  const urls = media.flatMap((text) => URL.parse(text) ?? [])
  const invalid = media.length - urls.length
  if (invalid > 0) {
    const count = `${invalid} of ${media.length} addresses ${invalid === 1 ? 'is' : 'are'} no URL`
    return ['broken', `Media would not be downloaded: ${count}.`]
  }
  const rejected = urls.flatMap((url) => {
    const reason = rejectionOf(url)
    return reason ? [`${url.host} (${reason})`] : []
  })
  if (rejected.length === 0) {
    return ['ok', `Media can be downloaded: the hosts of all ${media.length} are allowed.`]
  }
  return [
    'broken',
    `Media would not be downloaded from ${[...new Set(rejected)].join(', ')}. To allow a host, set --media-hosts to it and to the other hosts of the platform: the setting replaces the default.`,
  ]
}

function describeLimits(headers: Headers[]): [Level, string] {
  const found = usageHeaders.filter((name) => headers.some((each) => each.has(name)))
  const missing = usageHeaders.filter((name) => !found.includes(name))
  const names = found.join(' and ')
  if (missing.length === 0) return ['ok', `Responses have ${names}.`]
  const problem = names === '' ? 'No response has' : `Responses have ${names}, but none has`
  return [
    'warning',
    `${problem} ${missing.join(' or ')}. The platform may send it later; without it refreshes pause only after an error.`,
  ]
}

function describeVersion(headers: Headers[], version: string | undefined): [Level, string] {
  const [found = null] = headers.flatMap((each) => each.get('facebook-api-version') ?? [])
  if (found === null) return ['warning', 'The platform does not say its version.']
  const shown = /^v\d{1,3}\.\d{1,2}$/.exec(found)?.[0] ?? 'an unknown version'
  if (version === undefined) {
    return [
      'ok',
      `${shown} responds, the default of the app. Set PHOTOFEED_PLATFORM_VERSION to it.`,
    ]
  }
  return shown === version
    ? ['ok', `${shown} responds, as it is set.`]
    : ['warning', `${shown} responds, not ${version}: set a version that the platform still has.`]
}

/** The objects of a list, or the only one. */
function itemsOf(json: unknown): Json[] {
  const items = isWrapped(json) ? json.data : [json]
  return items.filter((item): item is Json => typeof item === 'object' && item !== null)
}

const mediaFields = ['media_url', 'thumbnail_url', 'profile_picture_url']

function mediaOf(json: unknown): string[] {
  return itemsOf(json).flatMap((item) => [
    ...mediaFields.flatMap((name) => (typeof item[name] === 'string' ? [item[name]] : [])),
    ...mediaOf(item.children ?? { data: [] }),
  ])
}
