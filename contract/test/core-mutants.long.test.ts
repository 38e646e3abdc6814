import { expect, test } from 'vitest'
import { instrument } from './core-mutants/instrument.ts'
import { type Fate, MutantRunner } from './core-mutants/run.ts'

/** Every tenth mutant, so that the test takes some minutes; the script checks all of them. */
const step = 10
/** Of the mutants that change a response, in percent. */
const leastFound = 93

test('the checker finds mutants of core behind the mock', { timeout: 3_600_000 }, async () => {
  const instrumented = await instrument()
  const runner = new MutantRunner(instrumented)
  await runner.prepare()
  expect((await runner.check(null)).failed).toEqual([])
  const fates: Fate[] = []
  const mutants = instrumented.mutants.filter(({ isStatic }) => !isStatic)
  for (const mutant of mutants.filter((_, index) => index % step === 0))
    fates.push(await runner.judge(mutant))
  const visible = fates.filter(({ fate }) => fate !== 'invisible')
  const found = visible.filter(({ fate }) => fate === 'killed')
  const survivors = visible.filter(({ fate }) => fate === 'survived')
  console.log(survivors.map(({ mutant }) => `${mutant.file}:${mutant.line} ${mutant.replacement}`))
  expect(visible.length).toBeGreaterThan(50)
  expect((100 * found.length) / visible.length).toBeGreaterThan(leastFound)
})
