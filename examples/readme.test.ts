import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (...names: string[]) => readFile(join(import.meta.dirname, ...names), 'utf8')

async function appsIn(folder: string) {
  const entries = await readdir(join(import.meta.dirname, folder), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.map(async (name) => {
      const { dependencies, devDependencies } = JSON.parse(await read(folder, name, 'package.json'))
      const versions: Record<string, string> = { ...dependencies, ...devDependencies }
      return { name, versions }
    }),
  )
}

test.each(['frameworks', 'testing'])(
  'the table of %s lists every app with the versions of its package.json',
  async (folder) => {
    const apps = await appsIn(folder)
    const rows = (await read(folder, 'README.md')).matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+?) \|/gm)
    const names: string[] = []
    for (const [, name = '', link = '', versions = ''] of rows) {
      names.push(name)
      expect(link.split('/')[0]).toBe(name)
      expect(
        (await read(folder, link.includes('/') ? link : `${name}/package.json`)).length,
      ).toBeGreaterThan(0)
      const app = apps.find((app) => app.name === name)
      for (const entry of versions.split(', ')) {
        const [dependency = '', version] = entry.split(' ')
        expect(app?.versions[dependency], `${name}: ${dependency}`).toBe(version)
      }
    }
    expect(names.toSorted()).toEqual(apps.map(({ name }) => name).toSorted())
  },
)

test.each(['frameworks', 'testing'])('every app of %s pins its dependencies', async (folder) => {
  for (const { name, versions } of await appsIn(folder)) {
    for (const [dependency, version] of Object.entries(versions)) {
      const isOurs = dependency.startsWith('@photofeed/')
      expect(version, `${name}: ${dependency}`).toMatch(isOurs ? /^latest$/ : /^\d+\.\d+\.\d+$/)
    }
  }
})

/** The sections of the mock's manual and the apps whose files they show. */
const recipes: Readonly<Record<string, string>> = {
  Vitest: 'vitest',
  Jest: 'jest',
  'node:test': 'node-test',
  Playwright: 'playwright',
  'A server-rendered site': 'playwright-next',
  'A Vite page': 'vite',
  Storybook: 'storybook',
  'Next.js': 'next',
}

test.each(Object.entries(recipes))(
  'the recipe for %s shows the files of its app',
  async (section, app) => {
    const readme = await read('../docs/manual/mock-server.md')
    const text = readme.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
    const blocks = [...text.matchAll(/^```\w+\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)]
    expect(blocks.length).toBeGreaterThan(0)
    for (const [, file = '', code] of blocks) {
      expect(code, file).toBe(await read('testing', app, file))
    }
  },
)

test('the recipes name the scripts of their apps', async () => {
  const readme = await read('../docs/manual/mock-server.md')
  const scriptsOf = async (app: string) =>
    JSON.parse(await read('testing', app, 'package.json')).scripts
  expect(readme).toContain(`"scripts": { "test": "${(await scriptsOf('jest')).test}" }`)
  for (const app of ['vitest', 'vite', 'storybook']) {
    expect(readme).toContain(`\`npx ${(await scriptsOf(app)).worker}\``)
  }
})
