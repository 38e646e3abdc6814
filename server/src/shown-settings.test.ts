import { expect, test } from 'vitest'
import { settingsOf } from '../test/support/commands.ts'
import { startCommand } from './cli/start.ts'
import { options, type Settings } from './config.ts'
import { shownSettings } from './shown-settings.ts'

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
  const secret = Object.values(options).filter(({ description }) =>
    description.includes('set it in the environment'),
  )
  expect(secret.length).toBeGreaterThan(5)
  const urls: Record<string, string> = {
    '--database': 'postgres://name:hidden@db.example/hidden?password=hidden',
    '--smtp-url': 'smtp://name:hidden@mail.example:587',
  }
  const args = secret.flatMap(({ long = '' }) => [long ?? '', urls[long ?? ''] ?? 'hidden'])
  const settings = shown(...args, '--purge-url', 'https://cdn.example/hidden/hook')
  expect(JSON.stringify(settings)).not.toContain('hidden')
  expect(settings).toEqual({
    database: 'postgres://db.example',
    secret: '(set)',
    previousSecret: '(set)',
    platformClientSecret: '(set)',
    purgeToken: '(set)',
    smtpUrl: 'smtp://mail.example:587',
    purgeUrl: 'https://cdn.example',
  })
})
