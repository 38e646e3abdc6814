import { expect, test } from 'vitest'
import { settingsOf } from '../../test/support/commands.ts'
import { startCommand } from '../cli/start.ts'
import { settings as known, type Settings } from './settings.ts'
import { shownSettings } from './start-server.ts'

const shown = (...args: string[]) => shownSettings(settingsOf<Settings>(startCommand, args))

test('the settings of the log are those that differ from their defaults', () => {
  expect(shown()).toEqual({})
  expect(shown('--role', 'api', '--media', 's3://photos/staging', '--drain', '5')).toEqual({
    role: 'api',
    media: { kind: 's3', bucket: 'photos', prefix: 'staging' },
    drain: 5,
  })
  expect(shown('--database', 'staging.sqlite', '--media-hosts', '*.fbcdn.net')).toEqual({
    database: 'staging.sqlite',
    mediaHosts: ['*.fbcdn.net'],
  })
})

test('no secret is in the log: neither of a setting that should be set in the environment, nor in a URL', () => {
  const secret = Object.values(known).filter(({ description }) =>
    description.includes('set it in the environment'),
  )
  expect(Object.values(known).filter((one) => one.secret !== null)).toEqual(secret)
  expect(secret.length).toBeGreaterThan(5)
  const urls: Record<string, string> = {
    '--database': 'postgres://name:hidden@db.example,db2.example:5433/hidden?password=hidden',
    '--smtp-url': 'smtp://name:hidden@mail.example:587',
  }
  const args = secret.flatMap(({ flags }) => {
    const [name = ''] = flags.split(' ')
    return [name, urls[name] ?? 'hidden']
  })
  const settings = shown(...args, '--purge-url', 'https://cdn.example/hidden/hook')
  expect(JSON.stringify(settings)).not.toContain('hidden')
  expect(settings).toEqual({
    database: 'postgres://db.example,db2.example:5433',
    secret: '(set)',
    previousSecret: '(set)',
    platformClientSecret: '(set)',
    purgeToken: '(set)',
    smtpUrl: 'smtp://mail.example:587',
    purgeUrl: 'https://cdn.example',
  })
})

test('a setting is parsed from its text, and there are 35', () => {
  expect(Object.keys(known)).toHaveLength(35)
  const settings = settingsOf<Settings>(startCommand, ['--port', '0', '--production'])
  expect(settings).toMatchObject({ port: 0, production: true, s3PathStyle: false, drain: 0 })
})
