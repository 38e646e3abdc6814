/** Maps items a few at a time, in order; after a failure it starts nothing new, and rejects when all is quiet. */
export async function concurrentMap<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  let failed = false

  async function work(): Promise<void> {
    for (const [index, item] of queue) {
      if (failed) return
      try {
        results[index] = await map(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }

  const workers = await Promise.allSettled(Array.from({ length: concurrency }, work))
  for (const worker of workers) {
    if (worker.status === 'rejected') throw worker.reason
  }
  return results
}
