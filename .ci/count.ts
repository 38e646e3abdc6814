// Prints the last line of a CI run from vitest's reports; the argument is the exit status of the last command.
import { globSync, readFileSync } from 'node:fs'

const folder = new URL('../reports/', import.meta.url)
let [passed, failed] = [0, 0]
for (const name of globSync('*.json', { cwd: folder })) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  passed += numPassedTests
  failed += numFailedTests
}
// A step before the tests, or a file that could not be loaded, fails without a failed test.
if (process.argv[2] !== '0') failed = Math.max(failed, 1)
console.log(`${passed} passed, ${failed} failed`)
