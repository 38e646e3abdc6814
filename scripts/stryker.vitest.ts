import { defineConfig } from 'vitest/config'
import { otherFiles, unitTests } from '../vitest.config.ts'

/** The unit tests, in threads: other tests need a build, a browser or a database. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: unitTests,
    // It reads the sources, which are instrumented then.
    exclude: [...otherFiles, 'design/src/words.test.ts'],
    isolate: false,
    // Instrumented code is slow.
    testTimeout: 60_000,
    env: { TEST_SCOPE: 'unit' },
    unstubGlobals: true,
    unstubEnvs: true,
  },
})
