import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
import { z } from 'astro/zod'

/** `typed` has what people type who need the page, in words that its text has not. */
const extend = z.object({ typed: z.string().optional() })

export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend }) }),
}
