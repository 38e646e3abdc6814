import { X509Certificate } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { type MockServerOptions, startMockServer } from '../../src/node.ts'
import { createCertificate } from '../../src/transport/certificate.ts'
import { command, startMock } from '../cli/command.ts'
import { fetchWith } from '../support/https-fetch.ts'

async function start(options: MockServerOptions) {
  const mock = await startMockServer({ warnings: 'off', ...options })
  onTestFinished(() => mock.close())
  return mock
}

test('a certificate that is made for the run serves HTTPS on this machine', async () => {
  const mock = await start({ https: true })
  const ca = mock.certificate ?? ''
  expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  for (const url of [mock.url, mock.url.replace('127.0.0.1', 'localhost')]) {
    const response = await fetchWith(ca, `${url}/api/v1/me?api_key=${mock.key('premium')}`)
    const { posts } = await response.json()
    expect(posts[0].sizes['320']).toMatch(`${mock.url}/media/`)
    const picture = await fetchWith(ca, posts[0].sizes['320'])
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
  }
  const { fingerprint256, validToDate } = new X509Certificate(ca)
  expect(validToDate.getTime() - Date.now()).toBeLessThan(398 * 86_400_000)
  const other = await start({ https: true })
  expect(new X509Certificate(other.certificate ?? '').fingerprint256).not.toBe(fingerprint256)
  await expect(fetchWith(ca, other.url)).rejects.toThrow('self-signed certificate')
})

test('the certificate is for the address that responses name, too', async () => {
  const mock = await start({ https: true, host: '0.0.0.0', baseUrl: 'https://192.168.1.5:4500' })
  const { subjectAltName } = new X509Certificate(mock.certificate ?? '')
  expect(subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.5')
})

test('a certificate of your own comes from files', async () => {
  const { cert, key } = await createCertificate(['localhost', '127.0.0.1'])
  const folder = await tempFolder()
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  await writeFile(files.cert, cert)
  await writeFile(files.key, key)
  const { ready } = await startMock('--cert', files.cert, '--cert-key', files.key)
  const me = `${ready.url}/api/v1/me?api_key=${ready.scenarios[0]?.apiKey}`
  expect((await fetchWith(cert, me)).status).toBe(200)
})

test('what is no certificate is a sentence', async () => {
  const { cert } = await createCertificate(['localhost'])
  const { key } = await createCertificate(['localhost'])
  await expect(startMockServer({ https: { cert, key } })).rejects.toThrow(
    /^The certificate and its key are invalid: .*key values mismatch\. Pass both as PEM\.$/,
  )
  await expect(startMockServer({ https: 'yes' as never })).rejects.toThrow(
    'The option https must be true, false, or a cert and its key as PEM, but is "yes".',
  )
  expect((await command('--cert', 'no.pem', '--cert-key', 'no.pem')).stderr).toBe(
    'no.pem cannot be read (ENOENT). Check the path.\n',
  )
})
