// Checks a mock with the command of the CI files. Arguments are passed to the command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startMockServer } from '@photofeed/mock-server/node'

// With an account of each plan, a broken connection, a disconnected account and a failing service, every rule is decided.
const scenarios = ['premium', 'free', 'invalid-token', 'disconnected', 'server-error']

const bin = new URL(
  'bin/photofeed-contract.js',
  import.meta.resolve('@photofeed/contract/package.json'),
)
const mock = await startMockServer({ warnings: 'off' })
const keys = scenarios.map((scenario) => `${scenario}=${mock.key(scenario)}`).join(' ')
const checker = spawn(process.execPath, [fileURLToPath(bin), mock.url, ...process.argv.slice(2)], {
  env: { ...process.env, PHOTOFEED_KEY: keys },
  stdio: 'inherit',
})
const [exitCode] = await once(checker, 'exit')
await mock.close()
process.exitCode = exitCode
