/** How to make an account's posts; the same recipe always makes the same. */
export interface Recipe {
  seed: number
  count: number
  /** Milliseconds since the epoch. */
  newest: number
  /** The URL of a file that is given by its path below the demo's folder. */
  urlOf: (path: string) => string
  /** Whether the platform gives only the posters of its videos. */
  withheld: boolean
}
