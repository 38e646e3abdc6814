import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (...names: string[]) => readFile(join(import.meta.dirname, ...names), 'utf8')

test('the table lists every app with the versions of its package.json', async () => {
  const rows = (await read('README.md')).matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+?) \|/gm)
  const names: string[] = []
  for (const [, name = '', link, versions = ''] of rows) {
    names.push(name)
    expect(link).toBe(`${name}/README.md`)
    expect((await read(name, 'README.md')).length).toBeGreaterThan(0)
    const { dependencies, devDependencies } = JSON.parse(await read(name, 'package.json'))
    const installed: Record<string, string> = { ...dependencies, ...devDependencies }
    for (const entry of versions.split(', ')) {
      const [dependency = '', version] = entry.split(' ')
      expect(installed[dependency], `${name}: ${dependency}`).toBe(version)
    }
  }
  const entries = await readdir(import.meta.dirname, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  expect(names.sort()).toEqual(folders.sort())
})

test('every app pins its dependencies', async () => {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const { dependencies, devDependencies } = JSON.parse(await read(name, 'package.json'))
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const isSdk = dependency === '@photofeed/sdk'
      expect(version, `${name}: ${dependency}`).toMatch(isSdk ? /^latest$/ : /^\d+\.\d+\.\d+$/)
    }
  }
})
