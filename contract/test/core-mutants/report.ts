// Mutates core behind the mock, and runs the checker: report.ts [--file post-selection] [--sample 100] [--mutants 12,13] [--out report.json]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { instrument } from './instrument.ts'
import { type Fate, MutantRunner, spread } from './run.ts'

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    sample: { type: 'string' },
    mutants: { type: 'string' },
    out: { type: 'string' },
  },
})
const started = Date.now()
// A mutant makes the mock fail, which it logs.
console.error = () => {}
console.warn = () => {}
const instrumented = await instrument()
const runner = new MutantRunner(instrumented)
await runner.prepare()
const { failed } = await runner.check(null)
if (failed.length > 0) throw new Error(`Without a mutant it violates ${failed.join(', ')}.`)
const chosen = instrumented.mutants
  .filter(({ isStatic }) => !isStatic)
  .filter(({ file }) => values.file === undefined || file.includes(values.file))
  .filter(({ id }) => values.mutants === undefined || values.mutants.split(',').includes(id))
const sample = spread(chosen, Number(values.sample ?? chosen.length))
const fates: Fate[] = []
for (const mutant of sample) {
  const fate = await runner.judge(mutant)
  fates.push(fate)
  if (fate.fate === 'survived') {
    const { file, line, kind, replacement, id } = mutant
    console.log(`${id} ${file}:${line} ${kind}: ${replacement}\n    ${fate.shown?.slice(0, 220)}`)
  }
}
const count = (name: Fate['fate']) => fates.filter(({ fate }) => fate === name).length
const visible = count('killed') + count('survived')
const failures = fates.filter(({ isFailure }) => isFailure).length
console.log(
  `${fates.length} mutants, ${visible} visible, ${failures} fail it (${percent(failures)}), ${count('killed')} violate a rule of any level (${percent(count('killed'))}), ${count('survived')} survived; ${((Date.now() - started) / 1000).toFixed(0)} s.`,
)
if (values.out) writeFileSync(values.out, JSON.stringify(fates, null, 1))
process.exit(0)

function percent(part: number): string {
  return `${((100 * part) / visible).toFixed(1)} %`
}
