const maximumLength = 200

/** Words of the platform's, fit for a log: one short line without tokens, secrets or what follows a URL's `?`. */
export function redacted(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
  return known
    .replace(/\?[^\s"'<>]*/g, (query) => (query.includes('=') ? '?…' : query))
    .replace(/[\w%~+/=.-]{20,}/g, (run) => (looksRandom(run) ? '…' : run))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maximumLength)
}

/** Names of permissions are long as well, but they are words. */
function looksRandom(run: string): boolean {
  return /\d|[a-z][A-Z]/.test(run)
}
