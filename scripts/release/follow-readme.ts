// Does what the beginning of a README says, as written, in the working folder, and checks what it leads to:
// node scripts/release/follow-readme.ts <folder of the README>
import { writeFile } from 'node:fs/promises'
import { launch, run, stopAll } from '../../test-support/processes.ts'
import { readText } from '../packages.ts'
import { checkPromises } from './promises.ts'
import { readmeStart } from './readme-start.ts'

const [, , folder = ''] = process.argv
const { servers, steps, urls } = readmeStart(readText(`${folder}/README.md`))
for (const command of servers) await serve(command)
let output = ''
for (const step of steps) {
  if ('save' in step) await writeFile(step.save, step.text)
  else if (/^npx @photofeed\/(mock-server|server demo)$/.test(step.run)) {
    output = await serve(step.run)
  } else output = (await run('sh', ['-ec', step.run], { timeoutMs: 900_000 })).output
}
await checkPromises(folder, output, urls)
await stopAll()

/** Starts a command that does not end. Returns its output once it has printed a URL. */
async function serve(command: string): Promise<string> {
  const server = launch('sh', ['-ec', command])
  await server.waitFor((text) => /http:\/\/127\.0\.0\.1:\d+/.exec(text))
  return server.output()
}
