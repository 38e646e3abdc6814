import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { tsc } from '../../scripts/build/typescript.ts'
import { buildSite } from './built-site.ts'

const build = fileURLToPath(new URL('../build.ts', import.meta.url))

// It installs the packages of the site, too.
beforeAll(() => buildSite())

test('the site works below another path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-docs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, DOCS_BASE: '/photofeed/' }
  await promisify(execFile)('node', [build, '--outDir', folder], { env })
  const broken: string[] = []
  for (const file of globSync('**/*.html', { cwd: folder })) {
    const html = readFileSync(join(folder, file), 'utf8')
    for (const [, path = ''] of html.matchAll(
      /<(?:a|link|script|img)\s[^>]*?(?:href|src)="(\/[^"#?]*)/g,
    )) {
      const target = join(folder, path.slice('/photofeed/'.length))
      const name = path.endsWith('/') ? join(target, 'index.html') : target
      if (!path.startsWith('/photofeed/') || !existsSync(name)) broken.push(`${file}: ${path}`)
    }
  }
  expect(broken).toEqual([])
})

test('the sources of the site have no type errors', async () => {
  await promisify(execFile)(process.execPath, [
    tsc,
    '-p',
    fileURLToPath(new URL('../', import.meta.url)),
  ])
})
