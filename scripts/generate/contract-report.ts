import { startMockServer } from '@photofeed/mock-server/node'
import { mutated, ran } from '../../contract/test/cli/in-process.ts'
import { authenticationMutants } from '../../contract/test/mutants/authentication.ts'
import { readText } from '../packages.ts'
import { withTables } from './tables.ts'

/** Returns the checker's manual with what the command prints about a deployment with one defect. */
export async function generate() {
  const mock = await startMockServer({ warnings: 'off' })
  const defects = authenticationMutants.filter(({ breaks }) => breaks === 'me-key-missing')
  const parameters = [mock.url, '--account', `premium=${mock.key('premium')}`]
  const own = await ran(parameters)
  const { stdout } = await ran(parameters, { fetch: mutated(...defects) })
  await mock.close()
  const [failed] = /^Failed: .*$/m.exec(own.stdout) ?? []
  if (failed) {
    throw new Error(
      `The mock itself breaks rules, which the example would show. Repair it first. ${failed}`,
    )
  }
  const report = stdout
    .replaceAll(mock.url, 'https://feed.example')
    // The same in every run.
    .replace(/ in [\d.]+ seconds/, ' in 0.9 seconds')
  const output = `\`\`\`\n${report}\`\`\``
  return { 'docs/manual/contract.md': withTables(readText('docs/manual/contract.md'), { output }) }
}
