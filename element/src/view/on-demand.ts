/** Logs the failure of a file that is loaded on demand. The feed goes on without it. */
export function logError(error: unknown) {
  console.error(`<photo-feed>: a part could not be loaded. ${error}`)
}

/** Uses what explains mistakes to owners and developers. It is loaded on demand. */
export function check(use: (module: typeof import('./check.ts')) => void): void {
  import('./check.ts').then(use, logError)
}
