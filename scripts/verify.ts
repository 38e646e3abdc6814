// npm run verify               fixes and checks what changed since main, and runs the tests that import it
// npm run verify -- --mutants  then changes each changed line in turn, and lists what no unit test notices
// npm run check, npm test      check everything; all parts run, whichever fails
// npm run fix                  formats the changed files, and generates what follows from them
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Tests that start the files of these folders as processes, so that they import none of them, and those that decide soonest. */
const decisive: readonly [changed: RegExp, tests: string][] = [
  [/^(core|openapi|graphql)\//, 'server/test/http mock-server/test/fidelity.test.ts'],
  [/^sdk\/src\//, 'sdk/test/runners'],
  [/^server\/(cli|src\/(cli|start|operations))\//, 'server/test/cli server/test/operations'],
  [/^server\/(browser|src\/dashboard)\//, 'server/test/dashboard server/test/playground'],
  [
    /^server\/src\/(owners|mail)\//,
    'server/test/dashboard/limits.test.ts server/test/dashboard/settings.test.ts server/test/dashboard/feeds.test.ts',
  ],
  [/^server\/src\/stores\//, 'server/src/stores server/test/stores'],
  [/^contract\/src\/(commands|reporters)\//, 'contract/test/cli'],
  [
    /^contract\/src\/(rules|judging|survey)\//,
    'contract/test/edges.test.ts contract/test/mutants.test.ts',
  ],
  [/^mock-server\/src\//, 'mock-server/test/fetch'],
  [/^mock-server\/src\/(cli|panel)\//, 'mock-server/test/cli mock-server/test/panel'],
  [
    /^element\/(src|options)/,
    'element/src/layouts/layouts.test.ts element/test/options.browser.test.ts element/test/display.browser.test.ts',
  ],
  [/^(docs\/|.*\.mdx?$)/, 'docs/test scripts/generate'],
  [/^(openapi\/openapi\.yaml|graphql\/schema\.graphql)$/, 'openapi graphql core/src'],
  [/^(\.github|scripts|package\.json|.*\/package\.json)/, 'scripts'],
]
/** Compare the texts of all surfaces, in seconds. They read files, so that no import leads to them. */
const textTests =
  'docs/test/labels.test.ts docs/test/defaults.test.ts docs/test/facts.test.ts docs/test/language.test.ts scripts/words.test.ts design/src/words.test.ts'
/** Milliseconds for the tests beside the unit tests. */
const testTime = 75_000
/** Milliseconds until processes that do not end are killed. */
const killTime = 5000

interface Step {
  name: string
  command: string
  /** Milliseconds until it is ended, which is no failure. */
  limit?: number
  /** Whether its output is printed while it runs. */
  isLive?: boolean
}

/** What Vitest's default reporter writes of a test or a file that failed, as soon as the file has ended. */
const failed = /[×❯] | FAIL /

/** Runs a step. Prints the output of one that fails, and returns whether it passed. */
async function run({ name, command, limit, isLive = false }: Step): Promise<boolean> {
  const began = performance.now()
  const child = spawn(command, {
    shell: true,
    // A group of its own, to end it whole. Others end with this process, on Ctrl+C.
    detached: limit !== undefined,
    env: isLive ? process.env : { ...process.env, NO_COLOR: '1' },
    stdio: [
      'ignore',
      ...(isLive ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)),
    ],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      output += bytes
    })
  let isStopped = false
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch {
      // All have ended.
    }
  }
  const stop = () => {
    isStopped = true
    kill('SIGTERM')
    setTimeout(kill, killTime, 'SIGKILL')
  }
  const interrupt = () => {
    stop()
    process.exit(130)
  }
  const timer = limit && setTimeout(stop, limit)
  if (limit) process.once('SIGINT', interrupt)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  process.off('SIGINT', interrupt)
  const seconds = `${((performance.now() - began) / 1000).toFixed(0)} s`
  const isPassed = code === 0 || (isStopped && !failed.test(output))
  if (!isPassed) process.stdout.write(output)
  const end = isStopped ? `stopped after ${seconds}, before all had run: see \`npm test\`` : seconds
  const mark = isPassed ? (isStopped ? '–' : '✓') : '✗'
  console.log(`${mark} ${name}, ${end}${isPassed ? '' : `: ${command}`}`)
  return isPassed
}

/** Runs steps one after the other, whichever fails. */
async function runAll(...steps: Step[]): Promise<boolean> {
  let isPassed = true
  for (const step of steps) isPassed = (await run(step)) && isPassed
  return isPassed
}

const npm = (script: string): Step => ({ name: script, command: `npm run --silent ${script}` })

async function checkAll(): Promise<boolean> {
  // Two cores: the build beside what reads sources.
  const [isBuilt, isClean] = await Promise.all([
    // The search for cycles reads folders that the build makes and deletes.
    runAll(npm('lint:cycles'), npm('build'), npm('typecheck')),
    runAll(npm('generate:check'), npm('lint:format')),
  ])
  return isBuilt && isClean
}

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The commit from which the work began. */
function base(): string {
  const names = ['refs/remotes/origin/main', 'refs/heads/main']
  const [main] = git('for-each-ref', '--format=%(refname)', ...names)
    .toSorted()
    .reverse()
  return main ? (git('merge-base', 'HEAD', main)[0] ?? 'HEAD') : 'HEAD'
}

function changedFiles(): string[] {
  const tracked = git('diff', '--name-only', '--diff-filter=d', base())
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])]
}

/** Names of pages have brackets, which a shell would read. */
const quoted = (files: readonly string[]) => files.map((file) => `'${file}'`).join(' ')

const fix = (files: readonly string[]): Step[] => [
  {
    name: 'format',
    command: `biome check --write --error-on-warnings --no-errors-on-unmatched ${quoted(files)}`,
  },
  npm('generate'),
]

/** Returns the ids of the checker's rules whose rows or judgments changed. */
function changedRules(files: readonly string[]): string[] {
  return files
    .filter((file) => /^contract\/src\/rules\/[^.]+\.ts$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n')
      const hunks = git('diff', '--unified=0', base(), '--', file).flatMap((line) => {
        const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
        return start === undefined ? [] : [{ start: Number(start), count: Number(count) }]
      })
      return hunks.flatMap(({ start, count }) => {
        const idOf = (line: string) => /^ {2,4}\[?'([a-z][a-z-]+)'[:,]/.exec(line)?.[1] ?? []
        const changed = lines.slice(start - 1, start - 1 + count).flatMap(idOf)
        // A change within a judgment: its id is above.
        return [...lines.slice(0, start).flatMap(idOf).slice(-1), ...changed]
      })
    })
}

function tests(files: readonly string[]): Step[] {
  const sources = files.filter(
    (file) => /\.(ts|tsx|js|mjs|css|json)$/.test(file) && existsSync(file),
  )
  const folders = decisive.flatMap(([changed, tests]) =>
    files.some((file) => changed.test(file)) ? tests.split(' ') : [],
  )
  const vitest = 'vitest --run --passWithNoTests --reporter=default'
  const unit = { name: 'unit tests', command: `${vitest} --mode unit related ${quoted(sources)}` }
  const texts = { name: 'texts', command: `${vitest} ${textTests}` }
  const started = {
    name: 'decisive tests',
    command: `${vitest} ${[...new Set(folders)].join(' ')}`,
    limit: testTime,
  }
  const importing = {
    name: 'tests that import it',
    command: `${vitest} --project node --project browser --exclude '*/src/**' --exclude '{core,design}/**' related ${quoted(sources)}`,
    limit: testTime,
  }
  const rules = [...new Set(changedRules(files))]
  const broken = {
    name: 'mutants of the changed rules',
    command: `CHANGED_RULES='${rules.join(' ')}' ${vitest} --project node contract/test/mutants.test.ts -t ': (${rules.join('|')}): '`,
    limit: testTime,
  }
  return [
    ...(sources.length > 0 ? [unit] : []),
    texts,
    ...(rules.length > 0 ? [broken] : []),
    ...(folders.length > 0 ? [started] : []),
    ...(sources.length > 0 ? [importing] : []),
  ]
}

/** Returns the changed lines of sources as Stryker takes them: `sdk/src/feed/page.ts:3-7`. */
function changedLines(): string[] {
  let file = ''
  return git(
    'diff',
    '--unified=0',
    '--diff-filter=d',
    base(),
    '--',
    '*/src/**.ts',
    ':!*.test.ts',
    ':!*/generated/*',
  ).flatMap((line) => {
    file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1] ?? file
    const [, start, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (start === undefined || count === '0') return []
    return [`${file}:${start}-${Number(start) + Number(count) - 1}`]
  })
}

function mutants(): Step[] {
  const lines = changedLines()
  if (lines.length === 0) return []
  const command = `stryker run scripts/stryker.json --mutate ${lines.join(',')}`
  return [{ name: 'mutants', command, isLive: true }]
}

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
  const [hasTypes, isPassed] = await Promise.all([
    run(npm('typecheck')),
    runAll(...tests(files), ...(mode === '--mutants' ? mutants() : [])),
  ])
  // What is committed, compared with what the last build contains: tests make a stale one again.
  const hasChangesets = await run(npm(`changeset:check ${base()}`))
  return isFixed && hasTypes && isPassed && hasChangesets
}

process.exitCode = (await main(process.argv[2] ?? '')) ? 0 : 1
