import { startMockServer } from '@photofeed/mock-server/node'
import { mutated, ran } from '../cli/in-process.ts'
import { authenticationMutants } from '../mutants/authentication.ts'

/** What the command says of a deployment with one defect, as the README shows it. */
export async function readmeOutput(): Promise<string> {
  const mock = await startMockServer({ warnings: 'off' })
  const defects = authenticationMutants.filter(({ breaks }) => breaks === 'me-key-missing')
  const { stdout } = await ran([mock.url, '--account', `premium=${mock.key('premium')}`], {
    fetch: mutated(...defects),
  })
  const text = stdout
    .replaceAll(mock.url, 'https://feed.example')
    .replaceAll('contract/definitions/', 'definitions/')
  await mock.close()
  return `\`\`\`\n${text}\`\`\``
}
