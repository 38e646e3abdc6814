// Builds the site from a scenario of a mock, and serves it while the mock serves its pictures.
import { startMockServer } from '@photofeed/mock-server/node'
import { buildSite, serveSite } from './site.ts'

const [scenario = 'premium'] = process.argv.slice(2)
const mock = await startMockServer()
process.env.PHOTOFEED_URL = mock.url
process.env.PHOTOFEED_KEY = mock.key(scenario)

if (await buildSite()) {
  console.log(`Page ${await serveSite()}`)
  console.log(`Mock ${mock.url}/__mock`)
} else {
  await mock.close()
  process.exitCode = 1
}
