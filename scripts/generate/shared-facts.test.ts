import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readManifest, readText, root } from '../packages.ts'
import { generate, readmes, unpublishedNotice } from './shared-facts.ts'

const { repository, homepage } = JSON.parse(readText('package.json'))
const fork = 'https://github.com/someone/photofeed-fork'
const site = 'https://photos.example/'

test('a fork changes the addresses of the repository and of its site in one place', () => {
  const address = new URL(repository).pathname.slice(1)
  const forked = generate({ repository: fork, homepage: site })
  for (const [path, text] of Object.entries(forked)) expect(text, path).not.toContain(`${address}/`)
  const named = execFileSync(
    'git',
    ['grep', '--untracked', '-lF', `${address}/`, ':!docs/decisions'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(Object.keys(forked)).toEqual(expect.arrayContaining(named.trim().split('\n')))
  expect(JSON.parse(forked['sdk/package.json'] ?? '')).toMatchObject({
    repository: { type: 'git', url: `git+${fork}.git`, directory: 'sdk' },
    homepage: `${fork}/tree/main/sdk#readme`,
    bugs: { url: `${fork}/issues` },
  })
  const sites = execFileSync(
    'git',
    [
      'grep',
      '--untracked',
      '-lF',
      new URL(homepage).host,
      ':!docs',
      ':!.changeset',
      ':!*CHANGELOG.md',
    ],
    { cwd: root, encoding: 'utf8' },
  )
  expect(Object.keys(forked)).toEqual(
    expect.arrayContaining(
      sites
        .trim()
        .split('\n')
        .filter((path) => path !== 'package.json'),
    ),
  )
  // Installed packages and images name these pages for ever.
  for (const text of Object.values(forked))
    for (const [, page] of text.matchAll(/photos\.example\/([\w/-]+)\/(?=['")])/g))
      expect(existsSync(new URL(`docs/src/content/docs/${page}.mdx`, root)), page).toBe(true)
  expect(forked['server/Containerfile']).toContain(`"${site}run/install/"`)
  const [major] = readManifest('contract').version.split('.')
  expect(forked['docs/manual/contract.md']).toContain(
    `uses: someone/photofeed-fork/contract@v${major}`,
  )
})

test.each(readmes)('%s is short enough for npm and GitHub', (path) => {
  const wayOut = 'Lines: shorten what is not generated, or move it to docs/manual'
  expect(readText(path).trimEnd().split('\n').length, wayOut).toBeLessThanOrEqual(120)
})

test.each(readmes)('%s says first that %s is not published, until it is', (path, folder) => {
  const notice = unpublishedNotice(repository, readManifest(folder).version)
  const text = readText(path)
  expect(text).toContain(notice)
  expect(text.split('npm run pack')).toHaveLength(notice === '' ? 1 : 2)
  const first = text.search(/\b(npx|npm install) (-\S+ )*@photofeed/)
  // The notice itself names the command that it replaces.
  expect(first).toBeGreaterThan(text.indexOf(notice))
  expect(unpublishedNotice(repository, '0.1.0')).toBe('')
})
