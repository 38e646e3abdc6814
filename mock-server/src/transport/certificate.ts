import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  cert: string
  key: string
}

const day = 86_400_000

/** Creates a certificate that signs itself, for names and IPv4 addresses of this machine. It is valid for a year. */
export function createCertificate(hosts: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('photofeed mock')))))
  const now = Date.now()
  const alternativeNames = hosts.map((host) =>
    isIPv4(host)
      ? der(0x87, Buffer.from(host.split('.').map(Number)))
      : der(0x82, Buffer.from(host)),
  )
  const extensions = sequence(
    sequence(subjectAltName, der(0x04, sequence(...alternativeNames))),
    sequence(extendedKeyUsage, der(0x04, sequence(serverAuthentication))),
  )
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)])
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(utcTime(now - day), utcTime(now + 365 * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', content, privateKey)
  const bits = der(0x03, Buffer.from([0]), signature)
  const base64 = sequence(content, ecdsaWithSha256, bits).toString('base64')
  const lines = base64.replace(/.{64}/g, '$&\n').trimEnd()
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** An element of DER: its tag, length and content (X.690, 8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const lengthBytes = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}

// Object identifiers, encoded.
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')
const extendedKeyUsage = Buffer.from('0603551d25', 'hex')
const serverAuthentication = Buffer.from('06082b06010505070301', 'hex')
