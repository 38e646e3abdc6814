// Prints the last line of a CI run from vitest's report; the argument is the test command's exit status.
import { existsSync, readFileSync } from 'node:fs'

const report = new URL('../reports/vitest.json', import.meta.url)
const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report)
  ? JSON.parse(readFileSync(report, 'utf8'))
  : {}
// A step before the tests, or a file that could not be loaded, fails without a failed test.
const failed = process.argv[2] === '0' ? numFailedTests : Math.max(numFailedTests, 1)
console.log(`${numPassedTests} passed, ${failed} failed`)
