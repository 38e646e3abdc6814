// Serves the page with a mock server as its service.
import { startMockServer } from '@photofeed/mock-server/node'
import { createServer } from 'vite'

const mock = await startMockServer()
process.env.VITE_PHOTOFEED_URL = mock.url
process.env.VITE_PHOTOFEED_KEY = mock.key('premium')
const site = await createServer({ root: import.meta.dirname })
await site.listen()

console.log(`Page ${site.resolvedUrls?.local[0]}`)
console.log(`Mock ${mock.url}/__mock`)
