import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startCommand, startLogged } from '../../src/cli/start.ts'
import { type Settings, settings } from '../../src/settings/settings.ts'
import { settingsOf, start, textSink } from '../support/commands.ts'
import { startMailServer } from '../support/mail.ts'
import { s3Server, testBucket, testCredentials } from '../support/media/s3.ts'
import { otherValue } from '../support/setting-values.ts'

/** A value of each setting that is not its default. */
async function otherValues(): Promise<Record<string, string | true | undefined>> {
  const { endpoint } = await s3Server()
  const data = await tempFolder()
  return {
    ...Object.fromEntries(
      Object.entries(settings).map(([name, setting]) => [name, otherValue(setting)]),
    ),
    ...{ host: 'localhost', port: '0', adminPort: '0', adminHost: 'localhost', data, role: 'all' },
    ...{ baseUrl: 'https://feed.example', cdnUrl: 'https://cdn.example' },
    ...{ supportEmail: 'help@feed.example', mailFrom: 'feed@feed.example', drain: '1' },
    ...{ database: join(data, 'other.sqlite'), addressHeader: 'X-Real-IP' },
    ...{ secret: 'a secret for tests', previousSecret: 'the secret before' },
    ...{ media: `s3://${testBucket}/pictures`, s3Endpoint: endpoint, s3Region: 'eu-west-1' },
    ...{ mediaHosts: 'photos.example', mediaOrigins: 'http://127.0.0.1:4401' },
    ...{ platformClientId: '1', platformClientSecret: 'a client secret' },
    ...{ platformUrl: 'http://127.0.0.1:4401', platformVersion: 'v25.0' },
    ...{ smtpUrl: 'smtp://127.0.0.1:2525', purgeUrl: 'http://127.0.0.1:4402', purgeToken: 'token' },
  }
}

test('a server reads each of its settings, and copies none of them', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', testCredentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', testCredentials.secretAccessKey)
  const flags = Object.entries(await otherValues()).flatMap(([name, value]) => {
    expect(value, `give "otherValues" a value of ${name}`).toBeDefined()
    const [flag = ''] = settings[name as keyof typeof settings].flags.split(' ')
    return value === true ? [flag] : [flag, `${value}`]
  })
  const unread = new Set(Object.keys(settings))
  const observed = new Proxy(settingsOf<Settings>(startCommand, flags), {
    get(target, name: keyof typeof settings) {
      // A check of a setting does not use it.
      if (!/rejections\.ts/.test(new Error().stack ?? '')) unread.delete(name)
      return target[name]
    },
    ownKeys() {
      throw new Error('A copy of the settings hides which of them are used: pass the object.')
    },
  })
  const log = textSink()
  const server = await startLogged(observed, log)
  await server.close()
  expect([...unread], 'read it when a part is created: a start shows then that it is used').toEqual(
    [],
  )
  expect(log.text()).toBe('')
})

test('a server sends from one address, and replies go to the support', async () => {
  const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const { url } = await start(
    ...['--data', await tempFolder(), '--smtp-url', `smtp://127.0.0.1:${port}`],
    ...['--mail-from', 'feed@feed.example', '--support-email', 'help@feed.example'],
  )
  const response = await fetch(`${url}/sign-up`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ email: 'mara@harbour.example' }),
  })
  expect(response.status).toBe(200)
  await vi.waitUntil(() => received.length > 0, { timeout: 10_000 })
  const [mail] = received
  expect([mail?.from, mail?.to]).toEqual(['feed@feed.example', ['mara@harbour.example']])
  expect(mail?.lines.filter((line) => /^(From|Reply-To):/.test(line)).toSorted()).toEqual([
    'From: photofeed <feed@feed.example>',
    'Reply-To: help@feed.example',
  ])
})
