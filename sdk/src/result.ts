import { isPhotofeedError, type PhotofeedError } from './errors/photofeed-error.ts'

/** What `feed.safe` gives: look at `ok` first. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PhotofeedError }

export function settled<Value>(promise: Promise<Value>): Promise<Result<Value>> {
  return promise.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => {
      if (isPhotofeedError(error)) return { ok: false, error }
      throw error
    },
  )
}
