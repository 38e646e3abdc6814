import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

/** Ends what hangs. How soon something shows, or is done, is nothing that a test is about: machines differ, and are busy. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

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
          globalSetup: ['./server/fixtures/postgres.setup.ts'],
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.browser.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'browser',
          // A browser takes a core for itself.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          globalSetup: ['./testing/browser.setup.ts'],
          include: ['**/*.browser.test.ts'],
          exclude,
          ...patience,
        },
      },
    ],
  },
})
