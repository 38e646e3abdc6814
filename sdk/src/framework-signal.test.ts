import { expect, it } from 'vitest'
import { createFeed } from './index.ts'

it.each([
  ['an AbortError', new DOMException('This operation was aborted', 'AbortError')],
  [
    'an error with a digest',
    Object.assign(new Error('dynamic'), { digest: 'DYNAMIC_SERVER_USAGE' }),
  ],
])(
  'a framework that ends a request with %s gets it back unchanged, without a retry',
  async (_, thrown) => {
    let requests = 0
    const fetch = async () => {
      requests++
      throw thrown
    }
    const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: 'x', fetch })
    expect(await feed.me().catch((error) => error)).toBe(thrown)
    expect(requests).toBe(1)
  },
)
