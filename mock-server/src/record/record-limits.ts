const megabyte = 1024 * 1024

/** What one recording may take of either side. */
export const recordLimits = {
  posts: 10_000,
  answerBytes: 8 * megabyte,
  fileBytes: 64 * megabyte,
  mediaBytes: 2048 * megabyte,
  concurrency: 4,
  redirects: 5,
  requestMilliseconds: 30_000,
  /** Before each further try of a request that failed. */
  retryMilliseconds: [500, 2000],
} as const
