import { defineConfig } from 'orval'

export default defineConfig({
  feed: {
    input: 'node_modules/@photofeed/sdk/dist/openapi.json',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      override: { mutator: { path: 'orval-fetch.ts', name: 'fetchFeed' } },
    },
  },
})
