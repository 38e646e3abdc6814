import { expect, test } from 'vitest'
import { settingsOf } from '../../test/support/commands.ts'
import { startCommand } from '../cli/start.ts'
import { settings as known, type Settings } from './settings.ts'

test('a setting is parsed from its text, and there are 35', () => {
  expect(Object.keys(known)).toHaveLength(35)
  const settings = settingsOf<Settings>(startCommand, ['--port', '0', '--production'])
  expect(settings).toMatchObject({ port: 0, production: true, s3PathStyle: false, drain: 0 })
})
