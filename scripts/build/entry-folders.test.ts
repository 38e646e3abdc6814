import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const resolve = createRequire(import.meta.url)('resolve') as {
  sync(name: string, options: { basedir: string }): string
}

const entries = ['sdk', 'element', 'mock-server', 'contract'].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8'))
  return Object.entries(exports as object)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry]) => `${name}${entry.slice(1)}`)
})

test('resolvers that do not read `exports` find each entry', () => {
  expect(entries.length).toBeGreaterThan(20)
  for (const entry of entries) {
    // Of eslint-plugin-import, browserify and Jest until 27.
    expect.soft(existsSync(resolve.sync(entry, { basedir: root })), entry).toBe(true)
    // TypeScript's default for `"module": "commonjs"` until 5.9.
    const { resolvedModule } = ts.resolveModuleName(
      entry,
      `${root}program.ts`,
      { moduleResolution: ts.ModuleResolutionKind.Node10 },
      ts.sys,
    )
    expect.soft(resolvedModule?.resolvedFileName, entry).toMatch(/\/dist\/[\w-]+\.d\.c?ts$/)
  }
})
