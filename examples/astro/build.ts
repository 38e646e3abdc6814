// Builds dist/, or the folder that is named, from the feed of PHOTOFEED_URL and PHOTOFEED_KEY; without an address, from
// a mock of its own.
import { buildSite } from './site.ts'

const folder = process.argv[2]
const isBuilt = process.env.PHOTOFEED_URL ? await buildSite(folder) : await buildFromMock()
if (!isBuilt) process.exitCode = 1

async function buildFromMock() {
  const { startMockServer } = await import('@photofeed/mock-server/node')
  const mock = await startMockServer()
  process.env.PHOTOFEED_URL = mock.url
  process.env.PHOTOFEED_KEY = mock.key('premium')
  try {
    return await buildSite(folder)
  } finally {
    await mock.close()
    console.warn('No PHOTOFEED_URL is set: the pictures are those of a mock that has ended.')
  }
}
