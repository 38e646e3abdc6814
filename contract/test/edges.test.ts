import { account, post } from '@photofeed/mock-server'
import { fieldLimits } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { checkContract, type Report } from '../src/index.ts'
import { mockOfFile } from './support/conforming-server.ts'

const day = 86_400_000

type Limit = { maxLength?: number; maxItems?: number; maximum?: number }
const limits: Readonly<Record<string, Readonly<Record<string, Limit>>>> = fieldLimits

/** Fields of a schema with as many characters as openapi.yaml allows. */
const atLimits = (schema: string) =>
  Object.fromEntries(
    Object.entries(limits[schema] ?? {}).flatMap(([field, { maxLength = null }]) => {
      if (maxLength === null) return []
      const start = /permalink|website/.test(field) ? 'https://a.example/' : ''
      return [[field, start + (start ? 'x' : '🌊').repeat(maxLength - start.length)]]
    }),
  )

const shortened = (caption: string) =>
  [...caption].slice(0, limits.Post?.caption?.maxLength).join('')

/** Lawful accounts, each at limits that rules have: a rule that is too strict by one fails for them. */
const edges = {
  // More posts than the checker reads, of which it knows exactly as many albums as fit on a page.
  many: account({
    scenario: 'many',
    posts: Array.from({ length: 550 }, (_, index) =>
      index % 5 === 0 ? post.album() : index % 5 === 1 ? post.video() : post.image(),
    ),
  }),
  longest: account({
    scenario: 'longest',
    username: 'a',
    name: null,
    biography: 'a\n\nb',
    followersCount: 2 ** 31,
    website: 'https://a.example',
    ...atLimits('Account'),
    posts: [
      post.image({ caption: shortened('x'.repeat(2200)), likeCount: 0, commentsCount: 0 }),
      post.image({ caption: '', timestamp: new Date(Date.now() - 1000) }),
      post.image({ caption: 'None', timestamp: '2010-10-06T00:00:00Z' }),
      post.album({ children: Array.from({ length: 20 }, () => post.image()) }),
      post.album({ children: [post.image()] }),
      post.video({ caption: shortened('🌊'.repeat(1100)), withheld: true }),
      post.image({ comments: Array.from({ length: 50 }, () => ({ timestamp: new Date() })) }),
      post.image({
        stored: false,
        caption: shortened(`Who wants cake? 🍰\n${'Tea, café or both? '.repeat(9)}☕?`),
      }),
      post.image({ ...atLimits('Post'), comments: [atLimits('Comment')] }),
      post.video({ poster: false, timestamp: new Date(Date.now() - day), caption: '&amp; is &' }),
      post.video({
        url: 'https://a.example/1.MP4',
        poster: { url: 'https://a.example/1.jpeg?x=1' },
      }),
    ],
  }),
  free: account({
    scenario: 'six',
    plan: 'free',
    posts: Array.from({ length: 6 }, () => post.image()),
  }),
  seven: account({
    scenario: 'seven',
    plan: 'free',
    posts: Array.from({ length: 7 }, () => post.album()),
  }),
  none: account({ scenario: 'none', posts: [] }),
  hundred: account({ scenario: 'hundred', posts: Array.from({ length: 100 }, () => post.image()) }),
}

const complaints = (rules: Report['rules']) =>
  rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warning')
    .map(({ id, findings: [first] }) => `${id}: ${first?.at} ${first?.got}`)

const mock = await mockOfFile({ accounts: Object.values(edges) })

test.each(Object.entries(edges))(
  'an account at the edge passes: %s',
  async (name, { scenario }) => {
    const { rules } = await checkContract({
      url: mock.url,
      accounts: { [name]: mock.key(String(scenario)) },
    })
    expect(complaints(rules)).toEqual([])
  },
)

/** All that RFC 3986 lets a cursor have beside letters and digits, which ours do not. */
const mark = '-._~'

test('cursors with every character that is safe in a URL pass', async () => {
  const { rules } = await checkContract({
    url: mock.url,
    accounts: { many: mock.key('many') },
    async fetch(input, init) {
      const request = new Request(input, init)
      const url = request.url.replaceAll(/-\._(~|%7E)/gi, '')
      const body = request.body && (await request.text()).replaceAll(mark, '')
      const { method, headers } = request
      const response = await fetch(url, { method, headers, body })
      if (!response.headers.get('content-type')?.includes('json')) return response
      const text = await response.text()
      const marked = text.replace(/("(?:next|prev)Cursor":"[^"]+)"/g, `$1${mark}"`)
      return new Response(marked, response)
    },
  })
  expect(complaints(rules)).toEqual([])
})
