import { availableParallelism } from 'node:os'

/** What decoding one picture may take. */
export const decodingBytes = 88 * 1024 * 1024

/** How many pictures are decoded at a time. File reads and passwords wait for the same threads, so one is left to them. */
export const decodingThreads = Math.max(
  1,
  Math.min(availableParallelism(), Number(process.env.UV_THREADPOOL_SIZE) || 4) - 1,
)
