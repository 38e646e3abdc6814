import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface LaunchOptions {
  cwd?: string | URL
  env?: NodeJS.ProcessEnv
  /** The text of its standard input; none by default. */
  input?: string
  /** Kills the program after this time; never by default. */
  timeoutMs?: number
}

export interface Finished {
  /** Null if a signal ended the program. */
  code: number | null
  stdout: string
  stderr: string
}

/** A program and the processes that it starts. */
export interface Program {
  pid: number
  /** What it has written so far to standard output. */
  stdout(): string
  stderr(): string
  /** Both in the order of their arrival. */
  output(): string
  isRunning(): boolean
  /** Resolves when it has ended and its output is read. */
  ended: Promise<Finished>
  /** Sends a signal to the program alone. */
  kill(signal?: NodeJS.Signals): void
  /** Stops the program and the processes that it has started: with SIGKILL if they are running 15 seconds after the signal. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Returns what `read` finds in the output. Throws if the program ends before that, or after the time. */
  waitFor<Found>(read: (output: string) => Found | null, timeoutMs?: number): Promise<Found>
}

const running = new Set<Program>()
/** No process outlives this one. */
process.on('exit', () => {
  for (const { pid } of running) killGroup(pid, 'SIGKILL')
})

/** Stops all programs that are running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()))
}

/** Starts a program. */
export function launch(
  command: string,
  args: readonly string[],
  { cwd, env, input, timeoutMs }: LaunchOptions = {},
): Program {
  // Detached: it leads a process group, and a signal to the group reaches what npm or a shell has started.
  const child = spawn(command, args, { cwd, env: env ?? process.env, detached: true })
  // It may end without reading.
  child.stdin.on('error', () => {}).end(input)
  const texts = { stdout: '', stderr: '', output: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
      texts.output += text
    })
  }
  const timer = timeoutMs && setTimeout(() => killGroup(program.pid, 'SIGKILL'), timeoutMs)
  const ended = new Promise<Finished>((resolve) => {
    child.on('error', ({ message }) => {
      texts.stderr += message
      texts.output += message
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(program)
      resolve({ code, stdout: texts.stdout, stderr: texts.stderr })
    })
  })
  const program: Program = {
    pid: child.pid ?? Number.NaN,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    output: () => texts.output,
    isRunning: () => running.has(program),
    ended,
    kill: (signal) => void child.kill(signal),
    async stop(signal = 'SIGTERM') {
      killGroup(program.pid, signal)
      const killer = setTimeout(() => killGroup(program.pid, 'SIGKILL'), 15_000)
      await ended
      clearTimeout(killer)
    },
    waitFor: (read, timeoutMs = 600_000) =>
      new Promise((resolve, reject) => {
        const fail = (what: string) => reject(failure(command, args, what, texts.output))
        const limit = setTimeout(() => fail(`was not ready after ${timeoutMs} ms`), timeoutMs)
        const check = () => {
          const found = read(texts.output)
          if (found === null) return
          clearTimeout(limit)
          resolve(found)
        }
        child.stdout.on('data', check)
        child.stderr.on('data', check)
        ended.then(({ code }) => {
          clearTimeout(limit)
          fail(`ended with ${code ?? 'a signal'}`)
        })
        check()
      }),
  }
  running.add(program)
  return program
}

/** Runs a program to its end. Throws, with its output, unless it ends with 0. */
export async function run(
  command: string,
  args: readonly string[],
  options?: LaunchOptions,
): Promise<Finished & { output: string }> {
  const program = launch(command, args, options)
  const finished = await program.ended
  const output = program.output()
  if (finished.code === 0) return { ...finished, output }
  throw failure(command, args, `ended with ${finished.code ?? 'a signal'}`, output)
}

/** Runs a script or a built command in Node to its end. */
export function runCommand(bin: string, ...args: string[]): Promise<Finished> {
  return launch(process.execPath, [bin, ...args]).ended
}

/** Runs a script or a built command whose output on one stream nobody reads. Returns its exit code and its other output. */
export async function runUnread(
  unread: 'stdout' | 'stderr',
  bin: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const read = unread === 'stdout' ? child.stderr : child.stdout
  child[unread].destroy()
  let output = ''
  read.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

export interface StartedServer<Ready> {
  /** The first line of its standard output, parsed. */
  ready: Ready
  pid: number
  /** What it has written to standard error so far. */
  stderr(): string
  /** Stops it as an operator would. Returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a built server, whose first line is JSON as soon as it is ready. */
export function startServer<Ready>(bin: string, ...args: string[]): Promise<StartedServer<Ready>> {
  return startProgram(process.execPath, [bin, ...args])
}

/** Starts a program whose first line is JSON as soon as it is ready. */
export async function startProgram<Ready>(
  command: string,
  args: readonly string[],
  options?: LaunchOptions,
): Promise<StartedServer<Ready>> {
  const program = launch(command, args, options)
  const line = await program.waitFor(() => /^.*(?=\n)/.exec(program.stdout()))
  return {
    ready: JSON.parse(line[0]),
    pid: program.pid,
    stderr: program.stderr,
    async stop(signal = 'SIGTERM') {
      program.kill(signal)
      return (await program.ended).code
    },
  }
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

function failure(command: string, args: readonly string[], what: string, output: string): Error {
  const lines = output.trimEnd().split('\n').slice(-40).join('\n  ')
  return new Error(`\`${[command, ...args].join(' ')}\` ${what}. Its output:\n  ${lines}`)
}
