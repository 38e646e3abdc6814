const form = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\+0000$/

/** Milliseconds since the epoch of the platform's `2024-10-29T13:53:38+0000`; NaN when it is no such time. */
export function parsePlatformTime(text: string): number {
  const time = form.exec(text)?.[1]
  const milliseconds = Date.parse(`${time}Z`)
  // Date.parse moves 30 February on to March.
  const isReal =
    time !== undefined &&
    !Number.isNaN(milliseconds) &&
    new Date(milliseconds).toISOString().startsWith(time)
  return isReal ? milliseconds : Number.NaN
}
