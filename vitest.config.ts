import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    globalSetup: ['./vitest.setup.ts'],
    // Much of what the tests do is waiting: for processes, browsers, databases. Vitest alone would take a core less than there is.
    maxWorkers: 3,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    projects: [
      {
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.browser.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
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
