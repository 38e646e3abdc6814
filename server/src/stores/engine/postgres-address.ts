import { UserError } from '@photofeed/core/node'

export function isPostgres(at: string | undefined): at is string {
  return /^postgres(ql)?:\/\//.test(at ?? '')
}

/** Returns an address for each host of postgres://user@host1,host2:5433/name. */
export function serversOf(url: string): string[] {
  const [, start = '', hosts = '', end = ''] =
    /^(\w+:\/\/(?:[^/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}

/** The hosts and the name of a database. */
export function named(url: string): string {
  const servers = serversOf(url).map((server) => URL.parse(server))
  if (!servers.every((server) => server !== null)) return 'of that address'
  return `${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname}`
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of the operating system.
const explanations: Record<string, string> = {
  ECONNREFUSED: 'does not respond; check host and port, and that it is started',
  ENOTFOUND: 'is on an unknown host; check the host name',
  ETIMEDOUT: 'does not respond in time; check host, port and firewall',
  '28P01': 'rejects the password; check user and password',
  '28000': 'rejects the user; check the user name and pg_hba.conf',
  '3D000': 'does not exist; create it first',
  '42501': 'does not let this user create tables; grant it that permission',
  '25006': 'is read-only; set the address of the primary, or promote a standby',
}

/** One sentence that names the database without its password. */
export function explainConnecting(url: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const { code = '', message } = error as Error & { code?: string }
  const explanation = explanations[code] ?? `cannot be opened: ${message}`
  return new UserError(`The database ${named(url)} ${explanation}.`, { cause: error })
}
