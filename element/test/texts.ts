import { labels } from '../labels.ts'
import type { PhotoFeedLabels } from '../src/languages/labels.ts'

/** The texts for visitors by the name of the label, each up to its first placeholder. */
export const texts = Object.fromEntries(
  labels.map(({ name, text }) => [
    name,
    (typeof text === 'string' ? text : text.other).split('{', 1)[0]?.trim(),
  ]),
) as Record<keyof PhotoFeedLabels, string>
