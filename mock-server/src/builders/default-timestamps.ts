import { formatTime, timeRange } from '../schemas/value-schemas.ts'

const day = 86_400_000
const newest = Date.UTC(2026, 10, 18, 17, 42, 10)

/** The times of posts in a list: those without one are a day from their neighbour, so that it goes on falling. */
export function completeTimes(posts: readonly { timestamp?: string | undefined }[]): string[] {
  const first = posts.findIndex(({ timestamp }) => timestamp !== undefined)
  const known = posts[first]?.timestamp
  let next = known === undefined ? newest : Date.parse(known) + first * day
  return posts.map(({ timestamp }) => {
    const time = timestamp === undefined ? inRange(next) : Date.parse(timestamp)
    next = time - day
    return formatTime(time)
  })
}

function inRange(time: number): number {
  return Math.min(Math.max(time, timeRange.earliest), timeRange.latest)
}
