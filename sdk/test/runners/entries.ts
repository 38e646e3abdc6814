/** What whole-api.cjs loads. */
export const entries = [
  '@photofeed/sdk',
  '@photofeed/sdk/graphql',
  '@photofeed/sdk/rss',
  '@photofeed/sdk/images',
  '@photofeed/sdk/query',
  '@photofeed/sdk/cache',
  '@photofeed/sdk/astro',
  '@photofeed/element/render',
]
