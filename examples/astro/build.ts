// Builds dist/ from the feed of PHOTOFEED_URL and PHOTOFEED_KEY, or from a mock if no URL is set:
// node build.ts [--scenario name] [--out folder] [--serve]
import { parseArgs } from 'node:util'
import { isPhotofeedError } from '@photofeed/sdk'
import { build, preview } from 'astro'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'premium' },
    out: { type: 'string', default: './dist' },
    serve: { type: 'boolean', default: false },
  },
})
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const options = { root: import.meta.dirname, outDir: values.out, logLevel: 'error' } as const

const mock = process.env.PHOTOFEED_URL ? null : await startMock()
try {
  await build(options)
  if (values.serve) console.log(`Page ${(await preview(options)).urls?.local[0]}`)
} catch (error) {
  // Neither the message nor the hint contains the key.
  console.error(isPhotofeedError(error) ? `${error.message}\n${error.hint}` : error)
  process.exitCode = 1
} finally {
  await mock?.close()
}

async function startMock() {
  const { startMockServer } = await import('@photofeed/mock-server/node')
  const mock = await startMockServer()
  process.env.PHOTOFEED_URL = mock.url
  process.env.PHOTOFEED_KEY = mock.key(values.scenario)
  return mock
}
