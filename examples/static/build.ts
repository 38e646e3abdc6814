// Builds dist/ from the feed of PHOTOFEED_URL and PHOTOFEED_KEY; without an address, from a mock of its own.
import { join } from 'node:path'
import { buildSite } from './site.ts'

const { PHOTOFEED_URL: address, PHOTOFEED_KEY: apiKey = '' } = process.env
const folder = join(import.meta.dirname, 'dist')

const { posts, pictures } = address
  ? await buildSite({ baseUrl: address, apiKey }, folder)
  : await buildFromMock()
console.log(`${posts} posts and ${pictures} pictures are in ${folder}`)

async function buildFromMock() {
  const { startMockServer } = await import('@photofeed/mock-server/node')
  const mock = await startMockServer()
  try {
    return await buildSite({ baseUrl: mock.url, apiKey: mock.key('premium') }, folder)
  } finally {
    await mock.close()
  }
}
