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

/** The file of SQLite, or the hosts and the name of a PostgreSQL database: its address may contain a password. */
export function named(at: string): string {
  if (!isPostgres(at)) return at
  const servers = serversOf(at).map((server) => URL.parse(server))
  if (!servers.every((server) => server !== null)) return 'of that address'
  return `${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname}`
}

/** One sentence that names the database without its password. */
export function explainConnecting(url: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const { code, message } = error as Error & { code?: string }
  return new UserError(
    `The database ${named(url)} cannot be used: ${message || code}. Check its address, user and password, and that it runs.`,
    { cause: error },
  )
}
