const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
// The language of the pages; numbers and dates alone in the visitor's would be half a translation.
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Returns a time as people say it: in 3 hours, yesterday. The script of the pages keeps it current. */
export function relativeTime(time: number, now: number): string {
  const milliseconds = time - now
  const unit = units.find(([, length]) => Math.abs(milliseconds) >= length)
  if (!unit) return milliseconds > 0 ? 'in a moment' : 'just now'
  return words.format(Math.round(milliseconds / unit[1]), unit[0])
}
