// Mutates core behind the mock, and runs the checker: node contract/test/core-mutants/report.ts [--file post-selection] [--sample 100]
// [--mutants 12,13] [--part 1/2] [--out report.json]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { instrument } from './instrument.ts'
import { type Fate, MutantRunner } from './run.ts'

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    sample: { type: 'string' },
    mutants: { type: 'string' },
    part: { type: 'string', default: '1/1' },
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
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const every = values.sample === undefined ? 1 : Math.max(1, chosen.length / Number(values.sample))
const sample = Array.from(
  { length: Math.floor(chosen.length / every) },
  (_, at) => chosen[Math.floor(at * every)],
).filter((_, at) => at % parts === part - 1)
const fates: Fate[] = []
for (const mutant of sample) {
  if (!mutant) continue
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
