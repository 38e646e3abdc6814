// Writes accounts that a server under test can store, with their pictures and videos: node accounts.ts folder
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMockServer } from '@photofeed/mock-server/node'

/** These keys let the checker decide nearly every rule. A disconnected key is one that no account has. */
const scenarios = ['premium', 'free', 'invalid-token', 'null-profile']

const [folder = 'accounts'] = process.argv.slice(2)
await mkdir(join(folder, 'media'), { recursive: true })
const mock = await startMockServer({ warnings: 'off' })
try {
  const accounts = await Promise.all(scenarios.map(readAccount))
  const text = JSON.stringify(accounts, null, 2)
  // Pictures of each width are beside the original: 320/name.jpg, 320/name.webp.
  const addresses = new Set(text.match(/http:[^"]+\/media\/[^"]+/g))
  for (const address of [...addresses].flatMap(withWebp)) await download(address)
  await writeFile(join(folder, 'accounts.json'), text.replaceAll(`${mock.url}/media`, 'media'))
  console.log(`${folder}/accounts.json: ${scenarios.join(', ')}`)
} finally {
  await mock.close()
}

/** An account with its posts in stored order, oldest first, each with its items and comments. */
async function readAccount(scenario: string) {
  const apiKey = mock.key(scenario)
  const { plan } = mock.scenarios.find(({ name }) => name === scenario) ?? {}
  const posts: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: URLSearchParams = new URLSearchParams({
      api_key: apiKey,
      sort: 'id',
      'page[cursor]': cursor,
    })
    query.append('include[]', 'children')
    query.append('include[]', 'comments')
    const response: Response = await fetch(`${mock.url}/api/v1/me?${query}`)
    const { posts: page, pagination, ...profile } = await response.json()
    posts.push(...page)
    cursor = pagination.nextCursor
    if (cursor === null) return { scenario, apiKey, plan, ...profile, posts }
  }
}

function withWebp(address: string): string[] {
  const isResized = /\/media\/\d+\//.test(address)
  return isResized ? [address, address.replace(/\.jpg$/, '.webp')] : [address]
}

async function download(address: string): Promise<void> {
  const path = join(folder, new URL(address).pathname)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, Buffer.from(await (await fetch(address)).arrayBuffer()))
}
