import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { launch } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import packageJson from '../package.json' with { type: 'json' }
import { reporterNames } from '../src/commands/reports.ts'
import { bin, wrongKey } from './cli/command.ts'
import { mockOfFile } from './support/conforming-server.ts'

interface Action {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>
  runs: { steps: { shell: string; env: Record<string, string>; run: string }[] }
}

const mock = await mockOfFile()
const action: Action = parse(await readFile(new URL('../action.yml', import.meta.url), 'utf8'))

test('each input is used once, only inputs that exist are used, and no script contains one', () => {
  const used = action.runs.steps.flatMap(({ env }) => Object.values(env))
  expect(used.toSorted()).toEqual(
    Object.keys(action.inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .toSorted(),
  )
  for (const { run } of action.runs.steps) expect(run).not.toContain('${{')
})

test('an optional input has a default, and the reporters are named', () => {
  const { accounts, ...others } = action.inputs
  expect(accounts?.required).toBe(true)
  for (const input of Object.values(others)) expect(input.default).toBeTypeOf('string')
  for (const name of reporterNames) expect(action.inputs.reporters?.description).toContain(name)
})

/** Runs the step as a runner does, with the command of this repository in place of `npx`. */
async function runAction(given: Record<string, string>, config = {}) {
  const folder = await tempFolder()
  await writeFile(join(folder, 'photofeed-contract.config.json'), JSON.stringify(config))
  const npx = join(folder, 'npx')
  await writeFile(npx, `#!/bin/sh\necho "$1 $2 $3" >&2\nshift 3\nexec "$NODE" "$BIN" "$@"\n`)
  await chmod(npx, 0o755)
  const [step] = action.runs.steps
  const script = join(folder, 'step.sh')
  await writeFile(script, step?.run ?? '')
  const inputs = Object.entries(step?.env ?? {}).map(([variable, expression]) => {
    const name = /inputs\.([\w-]+)/.exec(expression)?.[1] ?? ''
    return [variable, given[name] ?? action.inputs[name]?.default ?? '']
  })
  const env = {
    ...{ PATH: `${folder}:${process.env.PATH}`, NODE: process.execPath, BIN: bin },
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_ACTION_PATH: fileURLToPath(new URL('..', import.meta.url)),
    ...Object.fromEntries(inputs),
  }
  const shell = ['--noprofile', '--norc', '-e', '-o', 'pipefail', script]
  return { ...(await launch('bash', shell, { env, cwd: folder }).ended), folder }
}

test('it checks a deployment with all accounts, by its own version, and writes the summary of the job', async () => {
  const accounts = `premium=${mock.key('premium')}\nfree=${mock.key('free')}\n`
  const { code, stdout, stderr, folder } = await runAction({ url: mock.url, accounts })
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^(::warning .*\n)*\d+ rules: \d+ passed, .*\nPassed: all required rules hold\.\n$/,
  )
  expect(stderr).toMatch(/^--yes -- (\S+)\nChecking .*\n {2}premium: Premium.*\n {2}free: Free/)
  expect(stderr).toContain(` @photofeed/contract@${packageJson.version}\n`)
  const summary = await readFile(join(folder, 'summary.md'), 'utf8')
  expect(summary).toMatch(/^## photofeed contract/)
  expect(stdout + stderr + summary).not.toContain(mock.key('premium'))
})

test('one run annotates, and writes JUnit; the configuration file has the other options', async () => {
  const config = { url: mock.url, maxRequests: 5 }
  const accounts = `premium=${mock.key('premium')}`
  const reporters = 'github\njunit=out.xml\njson=report.json\n'
  const { code, stdout, folder } = await runAction({ accounts, reporters }, config)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const report = JSON.parse(await read('report.json'))
  expect([code, report.exitCode, report.requests]).toEqual([4, 4, 5])
  expect(stdout).toMatch(/\nUndecided: /)
  expect(await read('out.xml')).toMatch(/<testsuites /)
})

test('its code is that of the command', async () => {
  const given = { url: mock.url, accounts: mock.key('premium') }
  expect((await runAction({ ...given, config: 'absent.json' })).code).toBe(2)
  expect((await runAction(given, { failOn: 'never' })).code).toBe(2)
  expect((await runAction({ ...given, accounts: wrongKey })).code).toBe(4)
})

test.each(['"; touch hacked; "', '$(touch hacked)', '`touch hacked`', '--reporter=json=hacked'])(
  'an input that holds %s is an input',
  async (text) => {
    const { code, folder } = await runAction({ url: text, accounts: wrongKey })
    expect(code).toBe(2)
    await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT')
  },
)
