/** The service's form of a time: ISO 8601 in UTC, whole seconds, with a colon in the offset. */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`
}

/** The date form of RSS 2.0: RFC 822 with a year of four digits. */
export function rfc822(milliseconds: number): string {
  return new Date(milliseconds).toUTCString()
}

const day = 86_400_000
const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * Reads an ISO 8601 date or date-time as milliseconds since the epoch, with fractions; null when it is not one
 * or names no real time. Without a zone it is UTC; a plain date is the start of its day, or its end.
 */
export function parseTimestamp(text: string, endOfDay: boolean): number | null {
  const match = form.exec(text)
  if (!match) return null
  const [, years, months, days, hours, minutes = '0', seconds = '0', fraction = '0', zone] = match

  const date = new Date(0)
  date.setUTCFullYear(Number(years), Number(months) - 1, Number(days))
  if (date.getUTCMonth() !== Number(months) - 1 || date.getUTCDate() !== Number(days)) return null
  if (hours === undefined) return date.getTime() + (endOfDay ? day - 1 : 0)

  const offset = zoneOffset(zone)
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59 || offset === null) {
    return null
  }
  const time = (Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds)
  return date.getTime() + (time + Number(fraction)) * 1000
}

/** Minutes east of UTC. */
function zoneOffset(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** The platform's form of a time. */
export function platformTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+0000`
}
