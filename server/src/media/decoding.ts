import { availableParallelism } from 'node:os'

/** What all pictures that are decoded at the same time may take, and so each of them. */
export const decodingBytes = 256 * 1024 * 1024

/** How many pictures are decoded at a time. File reads and passwords wait for the same threads, so one is left to them. */
export const decodingThreads = Math.max(
  1,
  Math.min(availableParallelism(), Number(process.env.UV_THREADPOOL_SIZE) || 4) - 1,
)

/** Creates the limits of a process: of threads, and of the memory of decoded pictures. */
export function createDecoding(limits: { threads: number; bytes: number }) {
  const waiting: { bytes: number; start(): void }[] = []
  let threads = 0
  let used = 0

  function startNext() {
    const [next] = waiting
    if (!next || threads === limits.threads) return
    // One that needs more than there is runs alone.
    if (used > 0 && used + next.bytes > limits.bytes) return
    waiting.shift()
    threads += 1
    used += next.bytes
    next.start()
    startNext()
  }

  return {
    /** Runs `decode`, which takes so much memory, when there is room for it. The order of the calls is kept. */
    async run<T>(bytes: number, decode: () => Promise<T>): Promise<T> {
      await new Promise<void>((start) => {
        waiting.push({ bytes, start })
        startNext()
      })
      try {
        return await decode()
      } finally {
        threads -= 1
        used -= bytes
        startNext()
      }
    },
  }
}
