import { expect, test } from 'vitest'
import { settingsOf } from '../../test/support/commands.ts'
import { startCommand } from '../cli/start.ts'
import { settings as known, type Settings } from './settings.ts'

test('a setting is parsed from its text, and there are 33', () => {
  expect(Object.keys(known)).toHaveLength(33)
  const settings = settingsOf<Settings>(startCommand, ['--port', '0', '--production'])
  expect(settings).toMatchObject({ port: 0, production: true, drain: 0 })
})
