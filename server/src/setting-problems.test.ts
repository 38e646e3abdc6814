import { expect, test } from 'vitest'
import type { Settings } from './config.ts'
import { settingProblems } from './setting-problems.ts'

const settings = { role: 'all', workers: 2, supportEmail: 'a@b.example' } as Settings

test('several processes are rejected on Windows only, where no signal would stop them', () => {
  expect(settingProblems(settings, 'linux').errors).toEqual([])
  expect(settingProblems(settings, 'win32').errors).toEqual([
    'On Windows a server has one process: no signal stops the others. Leave PHOTOFEED_WORKERS out.',
  ])
  expect(settingProblems({ ...settings, workers: 1 }, 'win32').errors).toEqual([])
})
