import '../../src/vitest.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkContract } from '../../src/run/check-contract.ts'
import { operation } from '../../src/vitest/to-keep-contract.ts'
import type { OperationId } from '../../src/vitest.ts'
import { startConformingServer } from '../support/conforming-server.ts'

let server: Awaited<ReturnType<typeof startConformingServer>>
let page: { status: number; headers: Headers; body: string; url: string }

beforeAll(async () => {
  server = await startConformingServer()
  const response = await ask('/api/v1/me', 'page[size]=3&include[]=comments')
  const { status, headers, url } = response
  page = { status, headers, url, body: await response.text() }
})
afterAll(() => server.close())

function ask(path: string, query = ''): Promise<Response> {
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
  const kept = expect(received).toKeepContract(id)
  return kept.then(
    () => 'nothing',
    (error) => error.message,
  )
}

describe('an answer that keeps the contract', () => {
  test('is accepted, and can be read afterwards', async () => {
    const response = await ask('/api/v1/me')
    await expect(response).toKeepContract('getMe')
    expect((await response.json()).username).toBe('harbour.and.hearth')
  })

  test('is accepted in parts, with any form of headers', async () => {
    await expect(page).toKeepContract('getMe')
    await expect({ ...page, headers: Object.fromEntries(page.headers) }).toKeepContract('getMe')
  })

  test('fails where it should break the contract', async () => {
    const refused = expect(page).not.toKeepContract('getMe')
    await expect(refused).rejects.toThrow(
      /^Expected the 200 of getMe \(GET \/api\/v1\/me\) to break the contract, but it keeps it\.$/,
    )
  })

  test('is every answer that the mock gives to the checker', async () => {
    const judged: Promise<void>[] = []
    await checkContract({
      url: server.url,
      accounts: server.accounts,
      async fetch(input, init) {
        const response = await fetch(input, init)
        const id = operationOf(String(input), init?.method)
        if (id) judged.push(expect(response).toKeepContract(id))
        return response
      },
    })
    await Promise.all(judged)
    expect(judged.length).toBeGreaterThan(100)
  })
})

describe('an answer that breaks the contract', () => {
  test('is told by rule and by schema', async () => {
    const answer = spoilt(({ posts }) => {
      posts[1].caption = 7
    })
    expect(await complaint(answer)).toBe(
      `The 200 of getMe (GET /api/v1/me) breaks the contract.

post-caption: A post has \`caption\`: a string or null.
at          posts[1].caption
expected    a string or null
got         7

openapi.yaml does not allow:
/posts/1/caption must be string,null`,
    )
    await expect(answer).not.toKeepContract('getMe')
  })

  test('is told where schemas are satisfied', async () => {
    const answer = spoilt(({ pagination }) => {
      pagination.hasMore = false
    })
    expect(await complaint(answer)).toBe(
      `The 200 of getMe (GET /api/v1/me) breaks the contract.

has-more-agrees: \`hasMore\` is true exactly when \`nextCursor\` is not null.
at          pagination.hasMore
expected    true
got         false`,
    )
  })

  test('is told where no rule is about it', async () => {
    expect(await complaint({ ...page, status: 302 })).toBe(
      `The 302 of getMe (GET /api/v1/me) breaks the contract.

openapi.yaml does not allow:
status 302 is not documented for GET /api/v1/me`,
    )
    expect(await complaint({ ...page, body: '<html>' })).toContain('\nthe body is not JSON')
  })

  test('is told without the key and without what steers a terminal', async () => {
    const answer = spoilt(({ posts }) => {
      posts[0].mediaType = `\u001b[2J${server.key('premium')}`
    })
    const told = await complaint(answer)
    expect(told).toContain('post-media-type')
    expect(told).toContain(`got         "\\u001b[2J\${PHOTOFEED_KEY}"`)
    expect(told).not.toContain(server.key('premium'))
  })

  test('is told with the first differences of a rule', async () => {
    const answer = spoilt(({ posts }) => {
      posts[0].comments = [7, 7, 7, 7, 7].map(() => ({ ...posts[0].comments[0], username: 'a' }))
    })
    expect(await complaint(answer)).toContain('\n            and 2 more differences')
  })
})

describe('rules about what was asked for', () => {
  const videos = 'filter[type]=VIDEO'

  test('apply when the address is known', async () => {
    const url = `${page.url}&${videos}`
    expect(await complaint({ ...page, url })).toContain('filter-type-selects: ')
    expect(await complaint({ ...page, url: `/api/v1/me?${videos}` })).toContain(
      'comments-only-on-request: ',
    )
  })

  test('do not apply when it is not', async () => {
    const { url: _, ...answer } = page
    await expect(answer).toKeepContract('getMe')
    await expect(new Response(page.body, page)).toKeepContract('getMe')
  })

  test('leave open what only an account decides: whose key it was', async () => {
    const refused = await fetch(
      `${server.url}/graphql?api_key=${'f00d'.repeat(16)}&query={me{username}}`,
    )
    await expect(refused).toKeepContract('getGraphql')
  })
})

describe('what cannot be judged', () => {
  test('is told with what to give', async () => {
    const read = await ask('/api/v1/me')
    await read.text()
    expect(await complaint(read)).toBe(
      'The body of the response was read before. Call toKeepContract first, which reads a copy of it.',
    )
    const told =
      'toKeepContract judges a Response of fetch, or { status, headers, body } with the body as text. Is an await missing?'
    expect(await complaint(Promise.resolve(page))).toBe(told)
    expect(await complaint({ ...page, body: {} })).toBe(told)
    expect(await complaint(undefined)).toBe(told)
    // @ts-expect-error: openapi.yaml has no such operation
    await expect(expect(page).toKeepContract('getPosts')).rejects.toThrow(
      'openapi.yaml has no operation getPosts. It has preflightMe, getMe, preflightAccounts, getAccounts, preflightRss, getRss, preflightGraphql, getGraphql, postGraphql.',
    )
  })
})

function operationOf(url: string, method = 'GET'): OperationId | undefined {
  const ids: OperationId[] = ['getMe', 'getAccounts', 'getRss', 'getGraphql', 'postGraphql']
  return ids.find((id) => {
    const asked = operation(id)
    return asked.method === method && asked.path === new URL(url).pathname
  })
}
