import { createRandom } from '@photofeed/core/scenarios'

/** Makes API keys, the same ones for the same seed. */
export function createKeyMaker(seed: number): () => string {
  const random = createRandom(seed)
  return () => Array.from({ length: 64 }, () => random.integer(0, 15).toString(16)).join('')
}
