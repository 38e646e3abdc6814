import '../../src/vitest.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkContract } from '../../src/run/check-contract.ts'
import { operation } from '../../src/vitest/to-match-contract.ts'
import type { OperationId } from '../../src/vitest.ts'
import { startConformingServer } from '../support/conforming-server.ts'

let server: Awaited<ReturnType<typeof startConformingServer>>
let page: { status: number; headers: Headers; body: string; url: string }

beforeAll(async () => {
  server = await startConformingServer()
  const response = await fetchPage('/api/v1/me', 'page[size]=3&include[]=comments')
  const { status, headers, url } = response
  page = { status, headers, url, body: await response.text() }
})
afterAll(() => server.close())

function fetchPage(path: string, query = ''): Promise<Response> {
  return fetch(`${server.url}${path}?api_key=${server.key('premium')}&${query}`)
}

// biome-ignore lint/suspicious/noExplicitAny: defects reach freely into bodies
function spoilt(change: (body: any) => void) {
  const body = JSON.parse(page.body)
  change(body)
  return { ...page, body: JSON.stringify(body) }
}

/** What a failing assertion says. */
async function complaint(received: unknown, id: OperationId = 'getMe'): Promise<string> {
  const result = expect(received).toMatchContract(id)
  return result.then(
    () => 'nothing',
    (error) => error.message,
  )
}

describe('a response that conforms to the contract', () => {
  test('is accepted, and can be read afterwards', async () => {
    const response = await fetchPage('/api/v1/me')
    await expect(response).toMatchContract('getMe')
    expect((await response.json()).username).toBe('harbour.and.hearth')
  })

  test('is accepted in parts, with any form of headers', async () => {
    await expect(page).toMatchContract('getMe')
    await expect({ ...page, headers: Object.fromEntries(page.headers) }).toMatchContract('getMe')
  })

  test('fails where it should break the contract', async () => {
    const rejection = expect(page).not.toMatchContract('getMe')
    await expect(rejection).rejects.toThrow(
      /^Expected the 200 of getMe \(GET \/api\/v1\/me\) to break the contract, but it keeps it\.$/,
    )
  })

  test('is every response of the mock to the checker', async () => {
    const judged: Promise<void>[] = []
    await checkContract({
      url: server.url,
      accounts: server.accounts,
      async fetch(input, init) {
        const response = await fetch(input, init)
        const id = operationOf(String(input), init?.method)
        if (id) judged.push(expect(response).toMatchContract(id))
        return response
      },
    })
    await Promise.all(judged)
    expect(judged.length).toBeGreaterThan(100)
  })
})

describe('a response that violates the contract', () => {
  test('fails by rule and by schema', async () => {
    const received = spoilt(({ posts }) => {
      posts[1].caption = 7
    })
    expect(await complaint(received)).toBe(
      `The 200 of getMe (GET /api/v1/me) breaks the contract.

post-caption: A post has \`caption\`: a string or null.
at          posts[1].caption
expected    a string or null
got         7

openapi.yaml does not allow:
/posts/1/caption must be string,null`,
    )
    await expect(received).not.toMatchContract('getMe')
  })

  test('fails where only a rule is violated', async () => {
    const received = spoilt(({ pagination }) => {
      pagination.hasMore = false
    })
    expect(await complaint(received)).toBe(
      `The 200 of getMe (GET /api/v1/me) breaks the contract.

has-more-agrees: \`hasMore\` is true exactly when \`nextCursor\` is not null.
at          pagination.hasMore
expected    true
got         false`,
    )
  })

  test('fails where only the schema is violated', async () => {
    expect(await complaint({ ...page, status: 302 })).toBe(
      `The 302 of getMe (GET /api/v1/me) breaks the contract.

openapi.yaml does not allow:
status 302 is not documented for GET /api/v1/me`,
    )
    expect(await complaint({ ...page, body: '<html>' })).toContain('\nthe body is not JSON')
  })

  test('is reported without the key and without terminal controls', async () => {
    const received = spoilt(({ posts }) => {
      posts[0].mediaType = `\u001b[2J${server.key('premium')}`
    })
    const message = await complaint(received)
    expect(message).toContain('post-media-type')
    expect(message).toContain(`got         "\\u001b[2J\${PHOTOFEED_KEY}"`)
    expect(message).not.toContain(server.key('premium'))
  })

  test('is reported with the first differences of a rule', async () => {
    const received = spoilt(({ posts }) => {
      posts[0].comments = [7, 7, 7, 7, 7].map(() => ({ ...posts[0].comments[0], username: 'a' }))
    })
    expect(await complaint(received)).toContain('\n            and 2 more differences')
  })
})

describe('rules about the request', () => {
  const videos = 'filter[type]=VIDEO'

  test('apply when the address is known', async () => {
    const url = `${page.url}&${videos}`
    expect(await complaint({ ...page, url })).toContain('filter-type-selects: ')
    expect(await complaint({ ...page, url: `/api/v1/me?${videos}` })).toContain(
      'comments-only-on-request: ',
    )
  })

  test('do not apply when it is not', async () => {
    const { url: _, ...received } = page
    await expect(received).toMatchContract('getMe')
    await expect(new Response(page.body, page)).toMatchContract('getMe')
  })

  test('leave open what only an account decides: whose key it was', async () => {
    const rejection = await fetch(
      `${server.url}/graphql?api_key=${'f00d'.repeat(16)}&query={me{username}}`,
    )
    await expect(rejection).toMatchContract('getGraphql')
  })
})

describe('what cannot be judged', () => {
  test('throws an error that names valid values', async () => {
    const read = await fetchPage('/api/v1/me')
    await read.text()
    expect(await complaint(read)).toBe(
      'The body of the response was read before. Call toMatchContract first, which reads a copy of it.',
    )
    const message =
      'toMatchContract judges a Response of fetch, or { status, headers, body } with the body as text. Is an await missing?'
    expect(await complaint(Promise.resolve(page))).toBe(message)
    expect(await complaint({ ...page, body: {} })).toBe(message)
    expect(await complaint(undefined)).toBe(message)
    // @ts-expect-error: openapi.yaml has no such operation
    await expect(expect(page).toMatchContract('getPosts')).rejects.toThrow(
      'openapi.yaml has no operation getPosts. It has preflightMe, getMe, preflightAccounts, getAccounts, preflightRss, getRss, preflightGraphql, getGraphql, postGraphql.',
    )
  })
})

function operationOf(url: string, method = 'GET'): OperationId | undefined {
  const ids: OperationId[] = ['getMe', 'getAccounts', 'getRss', 'getGraphql', 'postGraphql']
  return ids.find((id) => {
    const requested = operation(id)
    return requested.method === method && requested.path === new URL(url).pathname
  })
}
