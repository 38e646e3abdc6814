// npm run verify               fixes and checks what changed since main, and runs the tests that import it
// npm run verify -- --mutants  then undoes each change and breaks each changed line in turn, and lists what no test notices
// npm run check, npm test      check everything; all parts run, whichever fails
// npm run fix                  formats the changed files, and generates what follows from them
import { base, changedFiles } from './verify/changes.ts'
import { showMutants } from './verify/mutants.ts'
import { npm, run, runAll, type Step, stopped } from './verify/steps.ts'
import { quoted, tests } from './verify/tests.ts'

async function checkAll(): Promise<boolean> {
  // Two cores: the build beside what reads sources.
  const [isBuilt, isClean] = await Promise.all([
    // The search for cycles reads folders that the build makes and deletes.
    runAll(npm('lint:cycles'), npm('build'), npm('typecheck')),
    runAll(npm('generate:check'), npm('lint:format')),
  ])
  return isBuilt && isClean
}

const fix = (files: readonly string[]): Step[] => [
  {
    name: 'format',
    command: `biome check --write --error-on-warnings --no-errors-on-unmatched ${quoted(files)}`,
  },
  npm('generate'),
]

async function main(mode: string): Promise<boolean> {
  if (mode === '--check') return checkAll()
  if (mode === '--all') {
    const isClean = await checkAll()
    return (await run({ name: 'tests', command: 'vitest run', isLive: true })) && isClean
  }
  const files = changedFiles()
  if (files.length === 0) {
    console.log('Nothing changed since main.')
    return true
  }
  if (mode === '--fix') return runAll(...fix(files))
  const isFixed = await runAll(...fix(files))
  const [hasTypes, isPassed] = await Promise.all([run(npm('typecheck')), runAll(...tests(files))])
  const isReady = hasTypes && isPassed
  const canBreak = mode !== '--mutants' || (isReady && (await showMutants()))
  if (mode === '--mutants' && !isReady) console.log('– mutants: once the tests pass')
  // What is committed, compared with what the last build contains: tests make a stale one again.
  const hasChangesets = await run(npm(`changeset:check ${base()}`))
  if (stopped.length > 0)
    console.log(
      `Not all tests have run (${stopped.join(', ')}): run \`npm test\` before you ask for a review.`,
    )
  return isFixed && isReady && canBreak && hasChangesets
}

process.exitCode = (await main(process.argv[2] ?? '')) ? 0 : 1
