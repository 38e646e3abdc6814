import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import type { Metafile } from 'esbuild'
import { expect, test } from 'vitest'
import { FeedDocument, graphql } from '../../dist/graphql.js'
import { createFeed } from '../../dist/index.js'
import { rss } from '../../dist/rss.js'
import { accountBody } from '../support/account-body.ts'
import { apiKey, baseUrl } from '../support/fake-fetch.ts'
import { rssText } from '../support/rss-text.ts'

/** The files of an entry of the build, with what it imports, also on demand. */
async function inputsOf(entry: string) {
  const path = new URL('../../dist/metafile-esm.json', import.meta.url)
  const { outputs }: Metafile = JSON.parse(await readFile(path, 'utf8'))
  const seen = new Set<string>()
  const visit = (name: string): string[] => {
    const output = outputs[name]
    if (!output || seen.has(name)) return []
    seen.add(name)
    const external = output.imports.filter(({ external }) => external).map(({ path }) => path)
    return [
      ...Object.keys(output.inputs),
      ...external,
      ...output.imports.flatMap(({ path }) => visit(path)),
    ]
  }
  return visit(`dist/${entry}.js`).map((path) => path.replace(/^.*node_modules\//, ''))
}

const graphqlClient = 'graphql-request/build/legacy/classes/GraphQLClient.js'

test('the client of openapi-fetch and that of graphql-request are in the build', async () => {
  expect(await inputsOf('index')).toEqual(expect.arrayContaining(['openapi-fetch', graphqlClient]))
  expect(await inputsOf('graphql')).toContain(graphqlClient)
})

test('openapi.json has no operations that are not called by hand: CORS preflights', async () => {
  const path = new URL('../../dist/openapi.json', import.meta.url)
  const { paths } = JSON.parse(await readFile(path, 'utf8'))
  expect(Object.entries(paths).map(([name, item]) => [name, Object.keys(item as object)])).toEqual([
    ['/api/v1/me', ['get']],
    ['/api/v1/accounts', ['get']],
    ['/api/v1/rss', ['get']],
    ['/graphql', ['get', 'post']],
  ])
})

test('openapi-3.0.json is valid OpenAPI 3.0 of the same operations', async () => {
  const ref = fileURLToPath(new URL('../../dist/openapi-3.0.json', import.meta.url))
  const config = await createConfig({ extends: ['spec'] })
  expect(await lint({ ref, config })).toEqual([])
  const { openapi, components } = JSON.parse(await readFile(ref, 'utf8'))
  expect(openapi).toBe('3.0.3')
  expect(components.schemas.Post.properties.caption).toMatchObject({
    description: 'Includes hashtags and mentions',
    type: 'string',
    nullable: true,
  })
})

const bodies: Record<string, () => Response> = {
  '/api/v1/me': () => Response.json(accountBody(['1'])),
  '/api/v1/accounts': () => Response.json({ data: { id: '1', attributes: accountBody() } }),
  '/api/v1/rss': () => new Response(rssText()),
  '/graphql': () => Response.json({ data: { post: null, me: null } }),
}

test('every request is sent by one of them', async () => {
  const sent: [path: string, accept: string | undefined][] = []
  const fetch = async (url: string, { headers }: { headers: Record<string, string> }) => {
    const { pathname } = new URL(url)
    sent.push([pathname, headers.accept])
    return bodies[pathname]?.() ?? Response.error()
  }
  const feed = createFeed({ baseUrl, apiKey, fetch })
  const page = await feed.me()
  await feed.next({ ...page, pagination: { ...page.pagination, nextCursor: 'c' } })
  await feed.posts().toArray({ limit: 1 })
  await feed.account()
  await rss(feed)
  await feed.post('1')
  await graphql(feed, FeedDocument)
  const me = '/api/v1/me'
  // graphql-request is the only one that accepts this type.
  const accept = 'application/graphql-response+json, application/json'
  expect(sent).toEqual([
    ...[me, me, me, '/api/v1/accounts', '/api/v1/rss'].map((path) => [path, undefined]),
    ['/graphql', accept],
    ['/graphql', accept],
  ])
})
