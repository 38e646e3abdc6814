import { UserError } from '@photofeed/core/node'

// https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of the operating system.
const explanations: Record<string, string> = {
  ECONNREFUSED: 'does not answer; check host and port, and that it is started',
  ENOTFOUND: 'is on a host that is not known; check the host name',
  ETIMEDOUT: 'does not answer in time; check host, port and firewall',
  '28P01': 'refuses the password; check user and password',
  '28000': 'refuses the user; check the user name and pg_hba.conf',
  '3D000': 'does not exist; create it first',
  '42501': 'does not let this user create tables; grant it the right to',
  '25006': 'can only be read; name the one that takes writes',
}

/** One sentence that names the database without its password. */
export function explainConnecting(url: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const { code = '', message } = error as Error & { code?: string }
  const explanation = explanations[code] ?? `cannot be opened: ${message}`
  return new UserError(`The database ${named(url)} ${explanation}.`, { cause: error })
}

function named(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.host}${parsed.pathname}` : 'of that address'
}
