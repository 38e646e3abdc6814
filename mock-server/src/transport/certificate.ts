import 'reflect-metadata'
import { isIP } from 'node:net'
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

export interface Certificate {
  cert: string
  key: string
}

const day = 86_400_000

/** Creates a certificate that signs itself, for names and addresses of this machine. It is valid for a year. */
export async function createCertificate(hosts: readonly string[]): Promise<Certificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const now = Date.now()
  const names = hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=photofeed mock',
    notBefore: new Date(now - day),
    notAfter: new Date(now + 365 * day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new SubjectAlternativeNameExtension(names),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') }
}
