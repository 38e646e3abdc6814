const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** HH:MM:SS where the reader is. */
export function clockTime(milliseconds: number): string {
  return format.format(milliseconds)
}
