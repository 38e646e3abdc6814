import { setFlagsFromString } from 'node:v8'
import { runCommand } from './commands/run-command.ts'

// A reader that has seen enough, like `head`, is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const args = process.argv.slice(2)
// V8 lets the heap grow by the memory of the machine. A long fuzz needs little at a time, so garbage is collected early.
if (args.some((arg) => arg.startsWith('--fuzz'))) setFlagsFromString('--heap-growing-percent=20')

const { env, stdout, stderr } = process
process.exitCode = await runCommand(args, {
  fetch,
  env,
  stdout,
  stderr,
  cwd: process.cwd(),
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    }),
})
