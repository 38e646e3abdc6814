interface WaitOptions {
  signal?: AbortSignal
}

/** Resolves after a time; rejects when the signal aborts. */
export function setTimeout(
  milliseconds: number,
  value?: unknown,
  { signal }: WaitOptions = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => resolve(value), milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
