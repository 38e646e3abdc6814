import { parameters } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { renderPlayground } from '../../browser/playground/render.ts'
import { keyPages, type SignedInView } from '../../src/dashboard/key-pages.ts'
import { imageSources, platformRules } from '../../src/platform/download-rules.ts'

const baseUrl = 'https://feed.example'
const images = `https://cdn.example ${imageSources(platformRules)}`
const pages = keyPages(baseUrl, images)
const owner = { email: 'ada@harbour.example' }
const apiKey = 'a'.repeat(64)

function account(changes: Partial<SignedInView['accounts'][number]> = {}): SignedInView {
  return {
    owner,
    accounts: [{ accountId: 7, username: 'harbour.lights', plan: 'free', apiKey, ...changes }],
  }
}

test.each(pages)('$path escapes text of the platform', async ({ render }) => {
  const text = String(await render(account({ username: '"><script>x</script>' })))
  expect(text).not.toContain('<script>x')
})

test.each(pages)('$path has the key in one place, which does not show it', async ({ render }) => {
  const text = String(await render(account()))
  expect(text.split(apiKey)).toHaveLength(2)
  expect(text).toContain(`data-api-key="${apiKey}"`)
})

test('the form has a field for each parameter of the contract, with its values', () => {
  const text = renderPlayground()
  for (const [name, rule] of Object.entries(parameters)) {
    expect(text).toContain(`data-parameter="${name}"`)
    expect(text).toContain(` name="${name}"`)
    for (const value of 'values' in rule ? rule.values : []) {
      expect(text).toMatch(new RegExp(`(<option>|value=")${value}["<]`))
    }
  }
})

test.each(pages)(
  '$path evaluates nothing and takes scripts from this host only',
  ({ security }) => {
    expect(security).toContain("default-src 'none'; script-src 'self';")
    expect(security).not.toMatch(/unsafe-eval|blob:/)
    expect(security).toContain("connect-src 'self'")
  },
)

test('the playground shows pictures of the media host and of the platform, the explorer none of them', () => {
  const [playground, explorer] = pages
  expect(explorer?.security).toContain("img-src 'self' data:;")
  expect(playground?.security).toContain(
    "img-src 'self' data: https://cdn.example https://*.cdninstagram.com https://*.fbcdn.net;",
  )
})
