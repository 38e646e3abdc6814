// How many of the checker's mutants other tools catch: run by hand, `node contract/bench/others.ts <folder>`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { document } from '@photofeed/openapi/document'
import { mutants } from '../test/mutants/index.ts'
import { startConformingServer } from '../test/support/conforming-server.ts'
import { type Caught, lookAt } from './caught.ts'
import { groupOf } from './groups.ts'
import { startMutantServer } from './mutant-server.ts'
import { table } from './table.ts'
import { startExpressValidator } from './tools/express-validator.ts'
import { ownSchemas } from './tools/own-schemas.ts'
import { startPrism } from './tools/prism.ts'
import type { Tool } from './tools/tool.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error(`The other tools are no dependencies of ours. Install them somewhere, and name that folder:

  npm install --prefix /tmp/others @stoplight/prism-cli@5.16.0 express@5 express-openapi-validator@5.6.2
  node contract/bench/others.ts /tmp/others

It takes some minutes, and everything stays on this machine.`)
  process.exit(2)
}

// Only so does the tools' own process end with an interrupted run.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
// A rule without a group is told now, and not after minutes.
mutants.forEach(groupOf)
const mock = await startConformingServer()
const server = await startMutantServer(mock.url)
// As JSON: Prism's parser of YAML does not know merge keys, and would find fault with the mock.
const scratch = await mkdtemp(join(tmpdir(), 'photofeed-others-'))
const definition = join(scratch, 'openapi.json')
await writeFile(definition, JSON.stringify(document))
const tools: Tool[] = []
try {
  tools.push(
    await startPrism(folder, definition, server.url, ['--errors']),
    await startPrism(folder, definition, server.url, []),
    await startExpressValidator(folder, definition, server.url),
    ownSchemas(server.url),
  )
  const results: Caught[] = []
  for (const mutant of mutants) {
    results.push(await lookAt(mutant, { mock, server, tools }))
    const { byChecker, byTool } = results.at(-1) as Caught
    const verdicts = [byChecker ? 'caught' : 'missed', ...byTool].join(', ')
    console.error(`${results.length}/${mutants.length} ${mutant.breaks}: ${verdicts}`)
  }
  console.log(table(results, tools))
} finally {
  for (const tool of tools) tool.close()
  server.close()
  await mock.close()
  await rm(scratch, { recursive: true })
}
