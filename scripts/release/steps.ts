// Prints the shell steps of a job as a script, so that the rehearsal runs the lines of the workflows:
// node scripts/release/steps.ts <workflow> <job> [a part of a step's name or text …]
import { parse } from 'yaml'
import { readText } from '../packages.ts'

interface Step {
  name?: string
  run?: string
  env?: Record<string, string>
}

const [workflow, job = '', ...wanted] = process.argv.slice(2)
const { jobs } = parse(readText(`.github/workflows/${workflow}`))
const steps: Step[] = jobs[job].steps
for (const { name = '', run = '', env = {} } of steps) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part) || run.includes(part)))
    continue
  // The environment of the rehearsal has what is an expression in the workflow, and it cannot prove an origin.
  const literals = Object.entries(env).filter(
    ([key, value]) => !value.includes('${{') && key !== 'NPM_CONFIG_PROVENANCE',
  )
  for (const [key, value] of literals) console.log(`export ${key}='${value}'`)
  if (run !== '') console.log(`(\n${run.trimEnd()}\n)`)
}
