import { runCommand } from './commands/run-command.ts'

// A reader that has seen enough, like `head`, is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const { env, stdout, stderr } = process
process.exitCode = await runCommand(process.argv.slice(2), {
  fetch,
  env,
  stdout,
  stderr,
  cwd: process.cwd(),
})
