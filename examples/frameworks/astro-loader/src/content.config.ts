import { defineCollection } from 'astro:content'
import { photofeedLoader } from '@photofeed/sdk/astro'

const photos = defineCollection({
  loader: photofeedLoader({
    baseUrl: import.meta.env.PHOTOFEED_URL,
    apiKey: import.meta.env.PHOTOFEED_KEY,
    limit: 120,
    include: ['children'],
  }),
})

export const collections = { photos }
