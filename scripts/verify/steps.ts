import { spawn } from 'node:child_process'

/** Milliseconds after the start at which tests with a limit have ended, but for the shortest limit: a person waits. */
const deadline = 100_000
const shortestLimit = 15_000
/** Milliseconds until processes that do not end are killed. */
const killTime = 5000

/** A command and its name in the report. */
export interface Step {
  name: string
  command: string
  /** Milliseconds until it is ended, which is no failure. */
  limit?: number | undefined
  /** Whether its output is printed while it runs. */
  isLive?: boolean
  /** The folder in which it runs; the repository by default. */
  cwd?: string
}

/** What Vitest's default reporter writes of a test or a file that failed, as soon as the file has ended. */
const failed = /[×❯] | FAIL /
/** What our reporter writes at the end of a run that is stopped. */
const reported = / FAIL /

/** Runs a step, and returns whether it passed or was stopped before a test failed. */
export async function ended({ command, limit, isLive = false, cwd }: Step) {
  const began = performance.now()
  const child = spawn(command, {
    shell: true,
    cwd,
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
  /** What it had written when it was stopped. A browser that is stopped fails tests too, which says nothing. */
  let untilStop: string | null = null
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch {
      // All have ended.
    }
  }
  const stop = () => {
    untilStop ??= output
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
  const hasFailed = untilStop !== null && (failed.test(untilStop) || reported.test(output))
  const isPassed = code === 0 || (untilStop !== null && !hasFailed)
  return { isPassed, isStopped: untilStop !== null, seconds, output }
}

/** The steps that were stopped. */
export const stopped: string[] = []

/** Runs a step. Prints the output of one that fails, and returns whether it passed. */
export async function run(step: Step): Promise<boolean> {
  const left = Math.max(shortestLimit, deadline - performance.now())
  const limit = step.limit && Math.min(step.limit, left)
  const { isPassed, isStopped, seconds, output } = await ended({ ...step, limit })
  if (!isPassed) process.stdout.write(output)
  if (isStopped) stopped.push(step.name)
  const end = isStopped ? `stopped after ${seconds}, before all had run: see \`npm test\`` : seconds
  const mark = isPassed ? (isStopped ? '–' : '✓') : '✗'
  console.log(`${mark} ${step.name}, ${end}${isPassed ? '' : `: ${step.command}`}`)
  return isPassed
}

/** Runs steps one after the other, whichever fails. */
export async function runAll(...steps: Step[]): Promise<boolean> {
  let isPassed = true
  for (const step of steps) isPassed = (await run(step)) && isPassed
  return isPassed
}

export const npm = (script: string): Step => ({
  name: script,
  command: `npm run --silent ${script}`,
})
