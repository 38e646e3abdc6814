import { apiKey } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { expect, test } from 'vitest'
import { handle } from '../src/handle.ts'
import { createMemoryStore } from '../src/memory-store.ts'
import type { StoredPost } from '../src/store.ts'
import { storedAccount, storedPost, testKey } from './store/builders.ts'

const file = (id: string, extension: 'jpg' | 'mp4', bytes: number) => ({
  file: { id, extension, bytes },
  platformUrl: '',
})
const posts: StoredPost[] = [
  storedPost({
    position: 2,
    id: '17900000000000101',
    caption: 'Fog over the pier #harbour',
    publishedAt: Date.UTC(2026, 1, 28, 17, 45, 10),
    media: file('5f1d3a7be0c94a4c8a2f6b7d9e0c1f22', 'jpg', 184_320),
    permalink: 'https://platform.example/p/Hb101/',
  }),
  storedPost({
    position: 1,
    id: '17900000000000100',
    caption: null,
    mediaType: 'VIDEO',
    publishedAt: Date.UTC(2026, 1, 27, 8),
    media: file('c0ffee6d1b5e4f01a9d3c8e2f4b6a811', 'mp4', 2_411_724),
    thumbnail: file('77aa0c6d1b5e4f01a9d3c8e2f4b6a810', 'jpg', 90_112),
    permalink: 'https://platform.example/p/Hb100/',
  }),
]
const account = storedAccount({
  plan: 'free',
  lastFetchAt: Date.UTC(2026, 2, 1, 6),
  profile: {
    ...storedAccount().profile,
    username: 'harbour.lights',
    name: 'Harbour Lights',
    biography: 'Boats, mostly.',
    website: 'https://harbour.example',
    picture: file('0d6c6a3f9d5f4d1fb0f7a0c7d2a1b3e4', 'jpg', 20_480),
  },
})

test('the RSS example of openapi.yaml is what the service sends', async () => {
  const key = testKey(1)
  const response = await handle(
    {
      ...{ method: 'GET', path: '/api/v1/rss', query: `${apiKey.parameter}=${key}` },
      ...{ header: () => undefined, readBody: async () => '' },
    },
    {
      store: createMemoryStore([{ account, apiKey: key, posts }]),
      ...{ baseUrl: 'https://feed.example', cdnUrl: 'https://cdn.example/media' },
      ...{ supportEmail: 'support@feed.example', production: true },
      onError(error) {
        throw error
      },
    },
  )
  const { examples } = document.components as { examples: { Rss: { value: string } } }
  // The example has a line for each element.
  const example = examples.Rss.value.replaceAll(/>\n\s*</g, '><').replace('?><', '?>\n<')
  const body = new TextDecoder().decode(response.body as Uint8Array)
  expect(body.replace(key, '&lt;API_KEY&gt;')).toBe(example)
})
