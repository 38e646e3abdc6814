import type { StoredPost } from '@photofeed/core'

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

export interface ImportResult {
  accountId: number
  added: number
  updated: number
  unchanged: number
}
