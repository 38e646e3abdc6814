import { createRandom } from '@photofeed/core/scenarios'

/** Milliseconds to wait before the next answer. */
export type Latency = () => number

/** The same time for every answer, or times between two bounds that are the same for the same seed. */
export function createLatency(latency: number | readonly [number, number], seed: number): Latency {
  if (typeof latency === 'number') return () => latency
  const random = createRandom(seed)
  const [low, high] = latency
  return () => random.integer(low, high)
}
