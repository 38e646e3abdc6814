import { rejectionOf } from '@photofeed/core/node'
import { type DownloadSettings, downloadRules } from './download-rules.ts'
import { createPlatformClient, type PlatformSettings, platformHostsAt } from './platform-client.ts'
import { PlatformError } from './platform-problems.ts'
import { isWrapped, permissions } from './platform-schema.ts'

/** The result of a check, in a sentence with what to do; of the platform, without tokens, ids and URLs. */
export interface Finding {
  check: string
  level: 'ok' | 'warning' | 'broken' | 'not checked'
  sentence: string
}

type CheckSettings = DownloadSettings &
  Partial<Pick<PlatformSettings, 'platformUrl' | 'platformVersion'>>
type Json = Record<string, unknown>

/** Reads an account and a page of its posts as refreshes do, and compares the responses with what the code expects. */
export async function comparePlatform(
  { platformUrl, platformVersion: version, ...settings }: CheckSettings,
  token: string,
  request = fetch,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = (check: string, level: Finding['level'], sentence: string) =>
    findings.push({ check, level, sentence })
  const responses: unknown[] = []
  const unknown: string[] = []
  const deps = {
    fetch: request,
    onResponse: (_: Headers, json: unknown) => void responses.push(json),
    onUnknownFields: (fields: readonly string[]) => void unknown.push(...fields),
  }
  const app = { clientId: '', clientSecret: '', redirectUri: '', version, comments: true }
  const client = createPlatformClient({ ...app, hosts: platformHostsAt(platformUrl) }, deps)
  try {
    await client.profile(token)
    const all = Object.values(permissions)
    const { value: page } = await client.mediaPages(token, { permissions: all }).next()
    const posts = itemsOf(responses.at(-1))
    const fields = (page?.posts ?? []).flatMap((post) => Object.entries(post))
    const lost = fields.flatMap(([name, value]) => (value === undefined ? name : []))
    const parts = [...new Set([...lost, ...(page?.leftOut.length ? ['id'] : [])])].join(', ')
    if (parts) add('posts', 'broken', `Posts have fields that cannot be read: ${parts}.`)
    else if (page && !page.next && !page.complete) {
      add('posts', 'broken', 'More posts follow, and the platform does not say where.')
    } else add('posts', 'ok', `The profile and ${posts.length} posts can be read.`)
    const counting = posts.filter(({ comments_count: count }) => Number(count) > 0)
    const listing = counting.filter(({ comments }) => itemsOf(comments).length > 0)
    const isListed = page?.hasComments && (counting.length === 0 || listing.length > 0)
    const advice = isListed
      ? ''
      : ' Has the token the permission, and the app Advanced Access to it?'
    const counts = `Of ${counting.length} posts with comments, ${listing.length} list them.${advice}`
    add('comments', isListed ? 'ok' : 'warning', counts)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    // The platform's words may repeat a URL or an id.
    const sentence = error.message.replace(/https?:[^\s)]*|\d{10,}/gi, '…')
    const advice = error.kind === 'token' ? ' Generate a token “with Instagram login”.' : ''
    add('error', 'broken', sentence + advice)
  }
  const names = unknown.join(', ')
  if (names) add('fields', 'warning', `The platform does not know these fields: ${names}.`)
  if (responses.length === 0) return findings
  const media = responses.flatMap(mediaOf)
  const rules = downloadRules(settings)
  const rejected = media.flatMap((text) => {
    const url = URL.parse(text)
    const reason = url ? rejectionOf(url, rules) : 'no URL'
    return reason ? [`${url?.host ?? 'an address'} (${reason})`] : []
  })
  const hosts = [...new Set(rejected)].join(', ')
  if (hosts === '') add('media', 'ok', `The hosts of all ${media.length} files are allowed.`)
  else
    add('media', 'broken', `Not downloaded from ${hosts}. Set --media-hosts to all hosts of media.`)
  return findings
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
