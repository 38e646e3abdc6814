import { availableParallelism } from 'node:os'
import { createFairQueue } from '@photofeed/core/node'

/** What decoding one picture may take. */
export const decodingBytes = 88 * 1024 * 1024

/**
 * How many pictures are decoded at a time: two or more, so that imports leave one to readers. File reads and passwords wait
 * for the same threads, so one is left to them.
 */
export const decodingThreads = Math.max(
  2,
  Math.min(availableParallelism(), Number(process.env.UV_THREADPOOL_SIZE) || 4) - 1,
)

/** How many readers wait for a picture: each for about a second on average, and for half a minute at most. */
const waitingReaders = 100

/** Creates the queue of everything that decodes pictures: accounts take turns, readers before imports. */
export const createDecodingQueue = () =>
  createFairQueue({ running: decodingThreads, waiting: waitingReaders })
