// Prints a report on the feed of PHOTOFEED_URL and PHOTOFEED_KEY, or on a mock if no URL is set.
import { isPhotofeedError } from '@photofeed/sdk'
import { report } from './report.ts'

// The key of the mock's scenario `premium`.
const mockKey = 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8'
const { PHOTOFEED_URL: baseUrl, PHOTOFEED_KEY: apiKey = mockKey } = process.env

try {
  process.stdout.write(baseUrl ? await report({ baseUrl, apiKey }) : await reportOnMock())
} catch (error) {
  // Neither the message nor the hint contains the key.
  console.error(isPhotofeedError(error) ? `${error.message}\n${error.hint}` : error)
  process.exitCode = 1
}

async function reportOnMock() {
  const { startMockServer } = await import('@photofeed/mock-server/node')
  const mock = await startMockServer()
  try {
    return await report({ baseUrl: mock.url, apiKey })
  } finally {
    await mock.close()
  }
}
