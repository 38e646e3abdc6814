import { count, rejectionOf } from '@photofeed/core/node'
import { type DownloadSettings, downloadRules } from './download-rules.ts'
import { createPlatformClient, platformHostsAt } from './platform-client.ts'
import { type PlatformSettings, platformDefaults } from './platform-parts.ts'
import { PlatformError } from './platform-problems.ts'
import { type PlatformPost, permissions } from './platform-schema.ts'

/** The result of a check, in a sentence with what to do; of the platform, without tokens, ids and URLs. */
export interface Finding {
  check: string
  level: 'ok' | 'warning' | 'broken' | 'not checked'
  sentence: string
}

type CheckSettings = DownloadSettings &
  Partial<Pick<PlatformSettings, 'platformUrl' | 'platformVersion'>>

/** Reads an account and a page of its posts as refreshes do. */
export async function comparePlatform(
  { platformUrl, platformVersion, ...settings }: CheckSettings,
  token: string,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = (check: string, level: Finding['level'], sentence: string) =>
    findings.push({ check, level, sentence })
  const unknown: string[] = []
  const app = { clientId: '', clientSecret: '', redirectUri: '' }
  const client = createPlatformClient(
    { ...app, hosts: platformHostsAt(platformUrl) },
    {
      settings: { ...platformDefaults, platformVersion, platformComments: true },
      report: (_, details) => void ('fields' in details && unknown.push(...details.fields)),
    },
  )
  try {
    const { profile_picture_url: picture } = await client.profile(token)
    add('profile', 'ok', 'The profile can be read.')
    const pages = client.mediaPages(token, { permissions: Object.values(permissions) })
    const { value: page } = await pages.next()
    const posts = page?.posts ?? []
    const fields = posts.flatMap((post) => Object.entries(post))
    const lost = fields.flatMap(([name, value]) => (value === undefined ? name : []))
    const parts = [...new Set([...lost, ...(page?.leftOut.length ? ['id'] : [])])].join(', ')
    if (parts) add('posts', 'broken', `Posts have fields that cannot be read: ${parts}.`)
    else if (page && !page.next && !page.complete) {
      add('posts', 'broken', 'More posts follow, and the platform does not say where.')
    } else add('posts', 'ok', `Posts: ${posts.length}.`)

    const counting = posts.filter((post) => (post.comments_count ?? 0) > 0)
    const listing = counting.filter(({ comments }) => comments?.items.length)
    const isListed = page?.hasComments && (counting.length === 0 || listing.length > 0)
    const counts = `Comments are listed for ${listing.length} of ${count(counting.length, 'post')} with comments.`
    const question = ' Has the token the permission, and the app Advanced Access to it?'
    add('comments', isListed ? 'ok' : 'warning', counts + (isListed ? '' : question))

    const rules = downloadRules(settings)
    const media = [picture, ...posts.flatMap(mediaOf)].filter((url) => typeof url === 'string')
    const rejected = media.flatMap((text) => {
      const url = new URL(text)
      const reason = rejectionOf(url, rules)
      return reason ? `${url.host} (${reason})` : []
    })
    const hosts = [...new Set(rejected)].join(', ')
    const advice = 'Set --media-hosts to all hosts of media.'
    if (hosts) add('media', 'broken', `Not downloaded from ${hosts}. ${advice}`)
    else add('media', 'ok', `${count(media.length, 'file')}, all of allowed hosts.`)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    // The platform's words may repeat a URL or an id.
    const sentence = error.message.replace(/https?:[^\s)]*|\d{10,}/gi, '…')
    const advice = error.kind === 'token' ? ' Generate a token “with Instagram login”.' : ''
    add('error', 'broken', sentence + advice)
  }
  const names = unknown.join(', ')
  if (names) add('fields', 'warning', `The platform does not know these fields: ${names}.`)
  return findings
}

const mediaOf = (post: PlatformPost) =>
  [post, ...(post.children?.items ?? [])].flatMap((item) => [item.media_url, item.thumbnail_url])
