import { createRandom } from '@photofeed/core/scenarios'

/** Makes API keys, the same ones for the same seed. */
export function createKeyMaker(seed: number): () => string {
  const random = createRandom(seed)
  return () => Array.from({ length: 64 }, () => random.integer(0, 15).toString(16)).join('')
}

/** A key that is always the same for the same name. It is not secret. */
export function deriveKey(name: string): string {
  let seed = 0
  for (const character of name) {
    seed = createRandom(seed ^ (character.codePointAt(0) ?? 0)).integer(0, 0xffff_ffff)
  }
  return createKeyMaker(seed)()
}
