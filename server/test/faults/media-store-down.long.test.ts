import { expect, test } from 'vitest'
import { createS3Files } from '../../src/media/s3-files.ts'
import { hour } from '../platform/platform-world.ts'
import { s3Server } from '../support/media/s3.ts'
import { faultWorld } from './fault-world.ts'
import { gateTo } from './gate.ts'
import { paging } from './paging.ts'

/** Nothing here depends on time: rejections are immediate. */
const limits = { attempts: 2, connectMs: 20_000, socketIdleMs: 20_000, readMs: 20_000 }

test('the media store goes in the middle of a first import: what is imported is served without media, and the rest comes afterwards', async () => {
  const s3 = await s3Server()
  const gate = await gateTo(s3.endpoint)
  const endpoint = gate.before(s3.endpoint).replace(/\/$/, '')
  let pageTwo = () => gate.shut()
  const world = await faultWorld({
    files: createS3Files({ ...s3, endpoint, limits }),
    platform: paging({
      before: async (page) => page === 2 && (await pageTwo()),
      // The platform's accounts share their pictures: as if those of the second page were others.
      edit: (page, number) => ({
        ...page,
        posts: page.posts.map((post) => ({ ...post, media_url: `${post.media_url}#${number}` })),
      }),
    }),
  })
  const { connect, settle, read, load, failure, oldestFirst, time } = world
  const { accountId, apiKey, userId } = await connect('hundred.hills')
  expect(await failure(accountId)).toBe(
    `The media store, ${endpoint}, failed (ECONNREFUSED). Check it, --s3-endpoint and --s3-region.`,
  )
  const partial = await read(apiKey)
  expect(partial).toMatchObject({ status: 200, body: { status: 'importing', lastFetchAt: null } })
  expect(partial.body.posts).toHaveLength(50)
  const mediaUrl = partial.body.posts[0]?.mediaUrl ?? ''
  const sized = mediaUrl.replace(/\/media\/([\w/]+)\.\w+$/, '/media/320/$1.webp')
  expect(sized).not.toBe(mediaUrl)
  for (const url of [mediaUrl, sized]) {
    expect(await load(url)).toEqual([
      503,
      'The media are not available at the moment. Try again later\n',
    ])
  }

  pageTwo = async () => {}
  await gate.open()
  time.now += hour
  await settle()
  const { status, body } = await read(apiKey, '&sort=id')
  expect([status, body.status]).toEqual([200, 'ready'])
  expect(body.posts.map(({ id }) => id)).toEqual(oldestFirst(userId))
  for (const url of [mediaUrl, sized]) expect(await load(url)).toEqual([200, true])
})
