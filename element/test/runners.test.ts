import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { runTest } from '../../test-support/run-test.ts'

let mock: MockServer
let settings: string
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  settings = JSON.stringify({ src: mock.url, key: mock.key('premium') })
})
afterAll(() => mock?.close())

/** Loads a feed, its next page and a wrong key. None of these environments has a layout, observers or constructable sheets. */
const program = `
test('the element', async () => {
  const { src, key } = JSON.parse(process.env.SETTINGS)
  const found = []
  const show = (attributes) => new Promise((resolve) => {
    const feed = document.createElement('photo-feed')
    for (const [name, value] of Object.entries({ src, 'api-key': key, limit: '3', ...attributes })) feed.setAttribute(name, value)
    const done = ({ type, detail }) => resolve([type, detail.code, feed.shadowRoot.querySelectorAll('img').length])
    feed.addEventListener('feed-load', done)
    feed.addEventListener('feed-error', done)
    document.body.append(feed)
  })
  for (const layout of ['grid', 'masonry', 'carousel', 'list', 'tiles']) found.push([layout, await show({ layout })])
  found.push(['viewer', await show({ open: 'viewer', albums: '', header: '', captions: 'excerpt' })])
  found.push(['wrong key', await show({ 'api-key': '0'.repeat(64) })])
  expect(found.map((each) => each.flat().join(' '))).toEqual([
    'grid feed-load  3',
    'masonry feed-load  3',
    'carousel feed-load  3',
    'list feed-load  3',
    'tiles feed-load  3',
    'viewer feed-load  4',
    'wrong key feed-error INVALID_API_KEY 0',
  ])
}, 60000)
`

test('Jest, environment jsdom, CommonJS', async () => {
  const result = await runTest(['jest/bin/jest.js', '--ci'], settings, {
    'jest.config.json': '{ "testEnvironment": "jsdom" }',
    'element.test.js': `global.fetch = require('cross-fetch')\nrequire('@photofeed/element')\n${program}`,
  })
  expect(result).toBe('passed')
})

test.each(['jsdom', 'happy-dom'])('Vitest, environment %s', async (environment) => {
  const result = await runTest(['vitest/vitest.mjs', 'run'], settings, {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default { test: { environment: '${environment}' } }`,
    'element.test.js': `import { expect, test } from 'vitest'\nimport '@photofeed/element'\n${program}`,
  })
  expect(result).toBe('passed')
})
