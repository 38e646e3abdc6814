// Serves the page with a mock server in place of https://feed.example.
import { startMockServer } from '@photofeed/mock-server/node'
import { createServer } from 'vite'

const mock = await startMockServer()
const site = await createServer({
  root: import.meta.dirname,
  plugins: [
    {
      name: 'mock-url',
      transformIndexHtml: (html) => html.replaceAll('https://feed.example', mock.url),
    },
  ],
})
await site.listen()

console.log(`Page ${site.resolvedUrls?.local[0]}`)
console.log(`Mock ${mock.url}/__mock`)
