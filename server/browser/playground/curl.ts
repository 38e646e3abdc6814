import { type RestRequest, wireQuery } from './rest-request.ts'

/** The request as a command for a POSIX shell. curl encodes the values, so that they stay readable. */
export function curlCommand(baseUrl: string, request: RestRequest, key: string): string {
  const data = wireQuery(request, key).map(
    ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
  )
  return [`curl --get ${shellQuoted(`${baseUrl}${request.path}`)}`, ...data].join(' \\\n  ')
}

/** Between single quotes a shell reads everything as it stands, except a single quote (POSIX XCU 2.2.2). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
