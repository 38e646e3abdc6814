import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { promise } from './words.ts'

const root = new URL('../../', import.meta.url)

// What is no program, or belongs to a page that a bundler makes, repeats it.
test.each(['README.md', 'docs/src/content/docs/index.mdx', 'mock-server/src/panel/page.html'])(
  '%s opens with the promise',
  (path) => {
    expect(readFileSync(new URL(path, root), 'utf8').slice(0, 600)).toContain(promise)
  },
)
