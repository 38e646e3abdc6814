import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageFolders, readText, root } from '../packages.ts'

/** Tools that readers have installed, or that their frameworks bring. */
const tools = ['@stoplight/prism-cli', 'changeset', 'msw', 'next', 'vite', 'vitest']
const published = packageFolders.map((folder) => `@photofeed/${folder}`)

const documents = execFileSync('git', ['ls-files', '*.md', '*.yml'], { cwd: root })
  .toString()
  .trim()
  .split('\n')

/** The dependencies of the example that a README belongs to. */
function dependenciesBeside(path: string): string[] {
  const manifest = path.replace(/[^/]*$/, 'package.json')
  if (!path.startsWith('examples/') || !existsSync(new URL(manifest, root))) return []
  const { dependencies, devDependencies } = JSON.parse(readText(manifest))
  return Object.keys({ ...dependencies, ...devDependencies })
}

test('documents run packages of our scope with npx, and no other', () => {
  expect(documents.length).toBeGreaterThan(50)
  for (const path of documents) {
    const known = [...published, ...tools, ...dependenciesBeside(path)]
    for (const [, name = ''] of readText(path).matchAll(/\bnpx (?:-\S+ )*"?(@?[\w/-]+)/g))
      expect.soft(known, path).toContain(name)
  }
})
