import type { Reporter, TestCase } from 'vitest/node'

/** Says why tests failed when `verify` stops a run, which then prints no summary. */
export default class Failures implements Reporter {
  readonly #failures: string[] = []

  onInit() {
    process.once('SIGTERM', () => {
      process.stdout.write(this.#failures.join(''))
      process.exit(143)
    })
  }

  onTestCaseResult(test: TestCase) {
    for (const { message, diff = '' } of test.result().errors ?? [])
      this.#failures.push(
        `\n FAIL ${test.module.relativeModuleId} > ${test.fullName}\n${message}\n${diff}\n`,
      )
  }
}
