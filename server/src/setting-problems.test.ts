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

test('a version in the address of the graph is rejected, because tokens have none', () => {
  const problems = (platformGraphUrl: string) =>
    settingProblems({ ...settings, platformGraphUrl }, 'linux').errors
  expect(problems('https://graph.instagram.com')).toEqual([])
  expect(problems('https://graph.instagram.com/v25.0')).toEqual([
    'PHOTOFEED_PLATFORM_GRAPH_URL ends with a version, but tokens have an address without one. Set the version in PHOTOFEED_PLATFORM_VERSION.',
  ])
})
