import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Exported declarations in `src`. A reader meets each: when one is added, another goes, or the changeset says why not. */
const budgets = { sdk: 150, element: 164, 'mock-server': 195, contract: 200 }

const declaration =
  /^export (?:default |abstract |async )*(?:function|class|const|enum|interface|let|type)\b(?! *[*{])/gm

test.each(Object.entries(budgets))('%s exports %i names at most', (name, most) => {
  const files = globSync(`${name}/src/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/*.test.ts', '**/generated/**'],
  })
  const names = files.flatMap((file) => readFileSync(root + file, 'utf8').match(declaration) ?? [])
  expect(names.length).toBeLessThanOrEqual(most)
  // A budget that is too large lets names in.
  expect(names.length).toBeGreaterThan(most - 5)
})
