import { defineConfig } from 'vitest/config'

/** Ends tests that hang. Machines differ in speed, so nothing is asserted about time. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 20_000 } },
}

const longTests = '**/*.long*.test.ts'
/** Apps under `examples/testing` have tests of their own; the stories need no app. */
export const otherFiles = [
  ...['**/node_modules/**', '**/dist/**', '**/.stryker/**', 'examples/testing/!(stories)/**/*'],
]
const browserTests = '**/*.browser.test.ts'
export const unitTests = [
  '{core,design,openapi,graphql,element/editor}/**/*.test.ts',
  '*/src/**/*.test.ts',
]

/** What starts once, before all test files. */
export const globalSetup = [
  './test-support/vitest.setup.ts',
  './test-support/build.setup.ts',
  './server/test/support/postgres/postgres.setup.ts',
]

/** `npm run test:unit` sets the mode `unit`, `npm run test:long` the mode `long`. */
export default defineConfig(({ mode }) => {
  const exclude = [...otherFiles, ...(mode === 'long' ? [] : [longTests])]
  // See test-support/scope.ts and docs/test/built-site.ts.
  const env = { TEST_SCOPE: mode, TEST_START: String(Date.now()) }
  // Each worker imports nearly everything again, so a third one costs more than it saves.
  const maxWorkers = 2
  // Tests import the sources of our packages, never a build that may be stale: see `paths` in tsconfig.json.
  const resolve = { tsconfigPaths: true }
  const node = {
    name: 'node',
    include: ['**/*.test.ts'],
    exclude: [...exclude, browserTests],
    env,
    // Test files leave nothing behind in a module or in the process, so they share what they import.
    isolate: false,
    maxWorkers,
    // Tests make much garbage that lives for a moment. A larger young generation takes a fifth of the processor time away.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    unstubGlobals: true,
    unstubEnvs: true,
    ...timeouts,
  }
  // A test that hangs is a failure within the time of a person who waits.
  const unit = { ...node, name: 'unit', include: unitTests, testTimeout: 20_000 }
  // The handlers with the other major version of MSW that they support.
  const msw2 = {
    ...node,
    name: 'msw-2',
    include: [
      mode === 'long'
        ? 'mock-server/test/msw/{faults,media,isolation}.test.ts'
        : 'mock-server/test/msw/isolation.test.ts',
    ],
  }
  // Only these need a browser, so a run of other files installs none.
  const browser = {
    ...node,
    name: 'browser',
    globalSetup: ['./test-support/browser.setup.ts'],
    include: [browserTests],
    exclude,
  }
  // What visitors and owners use, in another engine. What that lacks is skipped: see test-support/firefox.ts.
  const firefox = {
    ...browser,
    name: 'firefox',
    globalSetup: ['./test-support/firefox.setup.ts'],
    include: [
      '{element,sdk}/test/!({stability,picture-bytes,webkit}.long).browser.test.ts',
      'sdk/test/runners/*.long.browser.test.ts',
      'server/test/{dashboard,playground}/!(webkit.long).browser.test.ts',
    ],
    env: { ...env, TEST_ENGINE: 'firefox' },
  }
  const alias = { 'msw/node': 'msw-2/node', msw: 'msw-2' }
  return {
    test: {
      globalSetup,
      env,
      maxWorkers,
      reporters: ['default', 'json'],
      outputFile: { json: 'reports/vitest.json' },
      projects:
        mode === 'unit'
          ? [{ resolve, test: unit }]
          : [
              { resolve, test: node },
              { resolve, test: browser },
              { resolve: { ...resolve, alias }, test: msw2 },
              ...(mode === 'long' ? [{ resolve, test: firefox }] : []),
            ],
    },
  }
})
