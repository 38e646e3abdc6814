import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MockServer, startMockServer } from '@photofeed/mock-server/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { tempFolder } from '../../testing/temp-folder.ts'
import { reporters } from '../src/commands/reporters.ts'
import { bin, wrongKey } from './cli/command.ts'

interface Action {
  inputs: Record<string, { description: string; default?: string; required?: boolean }>
  runs: { steps: { shell: string; env: Record<string, string>; run: string }[] }
}

let mock: MockServer
let action: Action

beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  action = parse(await readFile(new URL('../action.yml', import.meta.url), 'utf8'))
})
afterAll(() => mock.close())

test('each input is used once, none is used that does not exist, and none stands in a script', () => {
  const used = action.runs.steps.flatMap(({ env }) => Object.values(env))
  expect(used.toSorted()).toEqual(
    Object.keys(action.inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .toSorted(),
  )
  for (const { run } of action.runs.steps) expect(run).not.toContain('${{')
})

test('an input that may be left out has a default, and the reporters are named', () => {
  const { url, keys, ...others } = action.inputs
  expect([url?.required, keys?.required]).toEqual([true, true])
  for (const input of Object.values(others)) expect(input.default).toBeTypeOf('string')
  for (const name of Object.keys(reporters))
    expect(action.inputs.reporter?.description).toContain(name)
})

/** Runs the step as a runner does, with `npx` answered by the command of this repository. */
async function runAction(given: Record<string, string>) {
  const folder = await tempFolder()
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
    ...Object.fromEntries(inputs),
  }
  const shell = ['--noprofile', '--norc', '-e', '-o', 'pipefail', script]
  return new Promise<{ code: number; stdout: string; stderr: string; folder: string }>((resolve) =>
    execFile('bash', shell, { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr, folder }),
    ),
  )
}

test('it checks a deployment with all keys, and writes the summary of the job', async () => {
  const keys = `${mock.key('premium')}\n${mock.key('free')}\n`
  const { code, stdout, stderr, folder } = await runAction({ url: mock.url, keys })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^(::notice .*\n)*\d+ rules: \d+ hold, .*\nNo must .* is broken\.\n$/)
  expect(stderr).toMatch(
    /^--yes -- @photofeed\/contract@latest\nChecking .*\n {2}key 1: Premium.*\n {2}key 2: Free/,
  )
  const summary = await readFile(join(folder, 'summary.md'), 'utf8')
  expect(summary).toMatch(/^## photofeed contract/)
  expect(stdout + stderr + summary).not.toContain(mock.key('premium'))
})

test('its inputs are the options, and its code that of the command', async () => {
  const given = { url: mock.url, keys: mock.key('premium'), version: '0.1.0' }
  const file = { reporter: 'json', output: 'report.json', 'max-requests': '5' }
  const { code, stdout, stderr, folder } = await runAction({ ...given, ...file })
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
  expect([code, stdout, report.requests]).toEqual([report.verdict.exitCode, '', 5])
  expect(stderr).toMatch(/^--yes -- @photofeed\/contract@0\.1\.0\n/)
  expect((await runAction({ ...given, baseline: 'absent.json' })).code).toBe(2)
  expect((await runAction({ ...given, 'fail-on': 'never' })).code).toBe(2)
  expect((await runAction({ ...given, keys: wrongKey })).code).toBe(4)
})

test.each(['"; touch hacked; "', '$(touch hacked)', '`touch hacked`', '--output=hacked'])(
  'an input that holds %s is an input',
  async (text) => {
    const { code, folder } = await runAction({ url: text, keys: wrongKey })
    expect(code).toBe(2)
    await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT')
  },
)
