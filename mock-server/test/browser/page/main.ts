/// <reference types="vite/client" />
// A site that is developed against the mock, as the README shows it. The test drives it through `window`.
import { createFeed } from '@photofeed/sdk'

const baseUrl = 'https://photofeed.test'

async function start(apiKey: string) {
  const feed = createFeed({ baseUrl, apiKey })
  const { posts } = await feed.me({ pageSize: 12 })
  const images = posts.map((post) => {
    const image = document.createElement('img')
    image.src = post.sizes?.['320'] ?? post.thumbnailUrl ?? post.mediaUrl
    return image
  })
  document.querySelector('main')?.replaceChildren(...images)
}

declare global {
  interface Window {
    start: typeof start
    startMocks?: typeof import('./mocks.ts').startMocks
    loadMocks: () => Promise<typeof import('./mocks.ts')>
  }
}

window.start = start
// Vite replaces the condition, so a build without mocks does not even contain the name of the file.
if (import.meta.env.VITE_MOCKS === 'on') {
  window.loadMocks = () => import('./mocks.ts')
  window.startMocks = async (panel) => (await import('./mocks.ts')).startMocks(panel)
}
