/** What whole-api.cjs loads. */
export const entries = [
  '@photofeed/sdk',
  '@photofeed/sdk/graphql',
  '@photofeed/sdk/rest',
  '@photofeed/sdk/rss',
  '@photofeed/sdk/images',
  '@photofeed/sdk/query',
  '@photofeed/sdk/cache',
  '@photofeed/sdk/astro',
  '@photofeed/element/render',
]
