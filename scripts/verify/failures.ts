import type { Reporter, TestCase } from 'vitest/node'

/** Milliseconds before the end in which tests fail because their browser ends. */
const endingMs = 1000

/** Says why tests failed when `verify` stops a run, which then prints no summary. */
export default class Failures implements Reporter {
  readonly #failures: { text: string; at: number }[] = []

  onInit() {
    process.once('SIGTERM', () => {
      const before = this.#failures.filter(({ at }) => at < performance.now() - endingMs)
      process.stdout.write(before.map(({ text }) => text).join(''))
      process.exit(143)
    })
  }

  onTestCaseResult(test: TestCase) {
    for (const { message, diff = '' } of test.result().errors ?? [])
      this.#failures.push({
        text: `\n FAIL ${test.module.relativeModuleId} > ${test.fullName}\n${message}\n${diff}\n`,
        at: performance.now(),
      })
  }
}
