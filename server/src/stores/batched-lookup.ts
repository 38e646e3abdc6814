/** A query that takes longer does not hold up those that arrive later. */
const slowMs = 50
const maximumKeys = 500

interface PendingLookup<Value> {
  promise: Promise<Value | null>
  resolve(value: Value | null): void
  reject(error: unknown): void
}

/**
 * Looks up keys that arrive during a query together in the next one. No call joins a query that has begun, so each sees
 * what was committed before it. `load` returns the values in the order of the keys; `clock` is in milliseconds.
 */
export function batchedLookup<Value>(
  load: (keys: readonly string[]) => Promise<readonly (Value | null)[]>,
  clock = () => performance.now(),
): (key: string) => Promise<Value | null> {
  const pending = new Map<string, PendingLookup<Value>>()
  let running = 0
  let startedAt = 0

  async function start(): Promise<void> {
    const batch = [...pending].slice(0, maximumKeys)
    for (const [key] of batch) pending.delete(key)
    running += 1
    startedAt = clock()
    try {
      const values = await load(batch.map(([key]) => key))
      for (const [index, [, call]] of batch.entries()) call.resolve(values[index] ?? null)
    } catch (error) {
      for (const [, call] of batch) call.reject(error)
    }
    running -= 1
    if (pending.size > 0) void start()
  }

  return (key) => {
    const call = pending.get(key) ?? createLookup<Value>()
    pending.set(key, call)
    if (running === 0 || clock() - startedAt > slowMs) void start()
    return call.promise
  }
}

function createLookup<Value>(): PendingLookup<Value> {
  const call = {} as PendingLookup<Value>
  call.promise = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }))
  return call
}
