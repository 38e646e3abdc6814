const words = new Intl.RelativeTimeFormat('en-GB')

const second = 1000
const units = [
  ['day', 86_400 * second],
  ['hour', 3600 * second],
  ['minute', 60 * second],
  ['second', second],
] as const

/** Returns a time relative to now: `in 5 minutes`, `2 days ago`, `now`. */
export function relativeTime(at: number | null, now: number): string {
  if (at === null) return 'never'
  const distance = at - now
  const unit = units.find(([, length]) => Math.abs(distance) >= length)
  return unit ? words.format(Math.trunc(distance / unit[1]), unit[0]) : 'now'
}
