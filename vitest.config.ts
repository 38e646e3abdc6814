import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    globalSetup: ['./vitest.setup.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    projects: [
      {
        test: {
          name: 'node',
          // Much of what these do is waiting for processes and databases; alone, Vitest would take a core less than there is.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.browser.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          // A browser takes a core for itself.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          // How soon a page shows something is nothing that these tests are about.
          expect: { poll: { timeout: 20_000 } },
          globalSetup: ['./testing/browser.setup.ts'],
          include: ['**/*.browser.test.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
