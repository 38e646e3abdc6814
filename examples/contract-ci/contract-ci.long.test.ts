import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { launch } from '../../test-support/processes.ts'
import { userEnvironment } from '../test/example.ts'

async function run(args: string[], env: Record<string, string>) {
  const options = { cwd: import.meta.dirname, env: { ...userEnvironment(), ...env } }
  const program = launch(process.execPath, args, options)
  const { code } = await program.ended
  return { code, output: program.output() }
}

test('the tests in Vitest pass on a deployment, and fail with one sentence without a URL', async () => {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const limits = ['--testTimeout=120000', '--hookTimeout=120000']
  const args = [vitest, 'run', 'staging.spec.ts', '--no-color', '--no-cache', ...limits]
  const mock = await startMockServer({ warnings: 'off' })
  try {
    const passed = await run(args, {
      PHOTOFEED_URL: mock.url,
      PHOTOFEED_KEY_PREMIUM: mock.key('premium'),
      PHOTOFEED_KEY_FREE: mock.key('free'),
    })
    expect(passed.code).toBe(0)
    expect(passed.output).toMatch(/Tests +\d+ passed/)
  } finally {
    await mock.close()
  }
  const failed = await run(args, { PHOTOFEED_URL: '' })
  expect(failed.code).toBe(1)
  expect(failed.output.match(/Error: The address is empty\./g)).toHaveLength(1)
})

test('the start script checks a mock and decides every rule', async () => {
  const { code, output } = await run(['start.ts'], {})
  expect(code).toBe(0)
  expect(output).toMatch(/\n\d+ rules: \d+ \w+; \d+ requests in .* seconds\.\n/)
})
