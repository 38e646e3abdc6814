/** Resolves after a time, at the earliest in the next turn of the event loop. If the signal aborts, resolves immediately. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}

const dripParts = 30
const dripPause = 100

/**
 * Yields a body in small parts over about three seconds, until the signal aborts.
 *
 * @throws {TypeError} for `reset`, after half of the body
 */
export async function* bodyParts(
  bytes: Uint8Array<ArrayBuffer>,
  delivery: 'drip' | 'reset',
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (delivery === 'reset') {
    yield bytes.slice(0, Math.ceil(bytes.length / 2))
    // The half is sent first.
    await pause(0, signal)
    throw new TypeError('The connection was reset')
  }
  const size = Math.max(1, Math.ceil(bytes.length / dripParts))
  for (let start = 0; start < bytes.length && !signal?.aborted; start += size) {
    yield bytes.slice(start, start + size)
    await pause(dripPause, signal)
  }
}
