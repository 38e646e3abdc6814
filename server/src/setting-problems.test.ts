import { expect, test } from 'vitest'
import type { Settings } from './config.ts'
import { settingProblems } from './setting-problems.ts'

const settings = { role: 'all', supportEmail: 'a@b.example' } as Settings

test('a version in the address of the graph is rejected, because tokens have none', () => {
  const problems = (platformGraphUrl: string) =>
    settingProblems({ ...settings, platformGraphUrl }).errors
  expect(problems('https://graph.instagram.com')).toEqual([])
  expect(problems('https://graph.instagram.com/v25.0')).toEqual([
    'PHOTOFEED_PLATFORM_GRAPH_URL ends with a version, but tokens have an address without one. Set the version in PHOTOFEED_PLATFORM_VERSION.',
  ])
})
