import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'

const folder = new URL('../public/mock/', import.meta.url)
const baseUrl = 'https://site.test/mock'

/**
 * Writes the pictures and videos of the mock's accounts as static files below `/mock/`, at the paths that its responses
 * name. Live examples then need no service worker.
 */
export function demoMedia(): AstroIntegration {
  return {
    name: 'demo-media',
    hooks: {
      'astro:config:setup': async () => {
        if (existsSync(new URL('complete', folder))) return
        const { createMock } = await import('@photofeed/mock-server')
        const mock = createMock({ baseUrl, warnings: 'off' })
        const urls = new Set<string>()
        for (const scenario of ['premium', 'unstored-media', 'withheld-video'])
          for (const format of ['jpg', 'webp'])
            for await (const text of pages(mock, scenario, format)) collectUrls(text, urls)
        const files = new Map([...urls].map((url) => [new URL(url).pathname, url]))
        for (const [path, url] of files) {
          const response = await mock.fetch(url)
          if (response.status !== 200) continue
          const file = new URL(`.${path.slice('/mock'.length)}`, folder)
          await mkdir(new URL('.', file), { recursive: true })
          await writeFile(file, new Uint8Array(await response.arrayBuffer()))
        }
        await writeFile(new URL('complete', folder), '')
      },
    },
  }
}

interface Mock {
  key(scenario: string): string
  fetch(url: string): Promise<Response>
}

/** The JSON of every page of an account. */
async function* pages(mock: Mock, scenario: string, format: string): AsyncGenerator<string> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ api_key: mock.key(scenario), format })
    query.set('include[]', 'children')
    if (cursor) query.set('page[cursor]', cursor)
    const response = await mock.fetch(`${baseUrl}/api/v1/me?${query}`)
    const text = await response.text()
    yield text
    cursor = JSON.parse(text).pagination.nextCursor
  }
}

function collectUrls(text: string, urls: Set<string>): void {
  for (const [url] of text.matchAll(/https:\/\/site\.test\/mock\/(?:media|platform)\/[^"\\]+/g))
    urls.add(url)
}
