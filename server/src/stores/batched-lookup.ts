import { setTimeout } from 'node:timers/promises'

/** A query that takes longer does not hold up those that arrive later. */
const slowMs = 50
const maximumKeys = 500

interface Batch<Value> {
  keys: Set<string>
  values: Promise<ReadonlyMap<string, Value>>
}

/**
 * Looks up keys that arrive during a query together in the next one. No call joins a query that has begun, so each sees
 * what was committed before it.
 */
export function batchedLookup<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | null> {
  let open: Batch<Value> | null = null
  let turn: Promise<unknown> = Promise.resolve()

  function openBatch(): Batch<Value> {
    const keys = new Set<string>()
    const values = turn.then(() => {
      if (open?.keys === keys) open = null
      const query = load([...keys])
      turn = Promise.race([query.catch(() => {}), setTimeout(slowMs, null, { ref: false })])
      return query
    })
    return { keys, values }
  }

  return async (key) => {
    if (!open || open.keys.size >= maximumKeys) open = openBatch()
    open.keys.add(key)
    return (await open.values).get(key) ?? null
  }
}
