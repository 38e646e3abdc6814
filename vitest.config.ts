import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

/** Ends what hangs. How soon something shows, or is done, is nothing that a test is about: machines differ, and are busy. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

/** Much of what these do is waiting for processes and databases; alone, Vitest would take a core less than there is. */
const beside = { maxWorkers: 3, sequence: { groupOrder: 1 } }

const browserTests = '**/*.browser.test.ts'
const modules = ['{core,openapi,graphql}/**/*.test.ts', '*/src/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['./vitest.setup.ts', './server/fixtures/postgres.setup.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    projects: [
      {
        test: {
          name: 'modules',
          // These leave nothing behind in a module or in the process, so files share what they import.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          include: modules,
          exclude,
          ...beside,
          ...patience,
        },
      },
      {
        test: {
          name: 'seams',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...modules, browserTests],
          ...beside,
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
          include: [browserTests],
          exclude,
          ...patience,
        },
      },
    ],
  },
})
