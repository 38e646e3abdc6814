// Reports on the feed of PHOTOFEED_URL and PHOTOFEED_KEY; without an address, on a mock of its own.
import { isPhotofeedError } from '@photofeed/sdk'
import { report } from './report.ts'

// The key of the mock's scenario `premium`.
const publishedKey = 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8'
const { PHOTOFEED_URL: address, PHOTOFEED_KEY: apiKey = publishedKey } = process.env

try {
  process.stdout.write(address ? await report({ baseUrl: address, apiKey }) : await mockReport())
} catch (error) {
  // Neither message nor hint holds the key.
  console.error(isPhotofeedError(error) ? `${error.message}\n${error.hint}` : error)
  process.exitCode = 1
}

async function mockReport() {
  const { startMockServer } = await import('@photofeed/mock-server/node')
  const mock = await startMockServer()
  try {
    return await report({ baseUrl: mock.url, apiKey })
  } finally {
    await mock.close()
  }
}
