import { isIPv4 } from 'node:net'
import { generate } from 'selfsigned'

export interface Certificate {
  cert: string
  key: string
}

const day = 86_400_000

/** Creates a certificate that signs itself, for names and IPv4 addresses of this machine. It is valid for a year. */
export async function createCertificate(hosts: readonly string[]): Promise<Certificate> {
  const now = Date.now()
  const altNames = hosts.map((host) =>
    isIPv4(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host },
  )
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'photofeed mock' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - day),
    notAfterDate: new Date(now + 365 * day),
    extensions: [
      { name: 'subjectAltName', altNames },
      { name: 'extKeyUsage', serverAuth: true },
    ],
  })
  return { cert, key }
}
