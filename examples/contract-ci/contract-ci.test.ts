import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { bin } from '../../contract/test/cli/command.ts'
import { defective } from '../../contract/test/cli/defective-server.ts'
import { mutants } from '../../contract/test/mutants/index.ts'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { userEnvironment } from '../user-environment.ts'

/** What a runner executes: shell lines, and the variables that it sets for them. */
interface CheckStep {
  script: string
  env: Record<string, string>
}

let mock: MockServer
let keys: string[]
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  keys = [mock.key('premium'), mock.key('free')]
})
afterAll(() => mock?.close())

async function yaml(path: string) {
  return parse(await readFile(new URL(path, import.meta.url), 'utf8'))
}

/** The step of the workflow with its action resolved, as GitHub does it. */
async function githubStep(url: string): Promise<CheckStep> {
  const { jobs } = await yaml('.github/workflows/contract.yml')
  const { inputs, runs } = await yaml('../../contract/action.yml')
  const { with: given } = jobs.staging.steps[1]
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)))
  const settings = { 'vars.PHOTOFEED_URL': url, 'secrets.PHOTOFEED_KEYS': keys.join('\n') }
  const [{ run: script, env }] = runs.steps
  const values = Object.entries<string>(env).map(([variable, expression]) => {
    const name = nameIn(expression).replace('inputs.', '')
    const value = String(given[name] ?? inputs[name].default)
    return [variable, settings[nameIn(value) as keyof typeof settings] ?? value]
  })
  return { script, env: Object.fromEntries(values) }
}

/** `inputs.url` of `${{ inputs.url }}`. */
function nameIn(expression: string): string {
  return /\{\{ (\S+) \}\}/.exec(expression)?.[1] ?? expression
}

async function gitlabStep(url: string): Promise<CheckStep> {
  const { contract } = await yaml('.gitlab-ci.yml')
  return {
    script: contract.script.join('\n'),
    env: { PHOTOFEED_URL: url, PHOTOFEED_KEY: keys.join(',') },
  }
}

/** Answers in the place of npx with the command of this repository, and keeps how it was called. */
const npx = `#!/bin/sh
echo "$@" > command-line
until case "$1" in @photofeed/contract*) ;; *) false ;; esac; do shift; done
shift
exec "$NODE" "$BIN" "$@"
`

/** Runs the lines in an empty folder, as a runner does. */
async function runStep({ script, env }: CheckStep, report: string) {
  const folder = await tempFolder()
  await writeFile(join(folder, 'npx'), npx, { mode: 0o755 })
  const own = { PATH: `${folder}:${process.env.PATH}`, NODE: process.execPath, BIN: bin }
  const options = { cwd: folder, env: { ...env, ...own } }
  const code = await new Promise<number>((resolve) =>
    execFile('bash', ['-e', '-c', script], options, (error) =>
      resolve(error ? Number(error.code) : 0),
    ),
  )
  const [commandLine, text] = await Promise.all(
    ['command-line', report].map((file) => readFile(join(folder, file), 'utf8')),
  )
  for (const key of keys) expect(`${script} ${commandLine} ${text}`).not.toContain(key)
  expect(`${script} ${commandLine}`).not.toMatch(/--key|PHOTOFEED_KEY|secrets/)
  return { code, report: text ?? '' }
}

const broken = () =>
  defective(
    mock.url,
    mutants.find(({ breaks }) => breaks === 'me-key-missing'),
  )

test('GitHub checks each night and on pull requests, and keeps the SARIF report without a key', async () => {
  const { on, jobs, permissions } = await yaml('.github/workflows/contract.yml')
  expect(Object.keys(on)).toEqual(['schedule', 'pull_request', 'workflow_dispatch'])
  expect(permissions).toEqual({ contents: 'read' })
  const [, check, keep] = jobs.staging.steps
  expect(check.uses).toMatch(/^photofeed\/photofeed\/contract@v\d$/)
  expect([keep.if, keep.with.path]).toEqual(['always()', check.with.output])

  const kept = await runStep(await githubStep(mock.url), keep.with.path)
  expect(kept.code).toBe(0)
  expect(JSON.parse(kept.report).version).toBe('2.1.0')

  const failed = await runStep(await githubStep(await broken()), keep.with.path)
  expect(failed.code).toBe(1)
  const [run] = JSON.parse(failed.report).runs
  expect(
    run.results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level]),
  ).toContainEqual(['me-key-missing', 'error'])
})

test('GitLab checks on a schedule and in merge requests, and keeps the JUnit report without a key', async () => {
  const { rules, artifacts } = (await yaml('.gitlab-ci.yml')).contract
  expect(rules.map((rule: { if: string }) => rule.if)).toEqual([
    '$CI_PIPELINE_SOURCE == "schedule"',
    '$CI_PIPELINE_SOURCE == "merge_request_event"',
  ])
  expect(artifacts).toEqual({
    ...{ when: 'always', paths: ['contract.xml'] },
    reports: { junit: 'contract.xml' },
  })

  const kept = await runStep(await gitlabStep(mock.url), 'contract.xml')
  expect(kept.code).toBe(0)
  expect(kept.report).toMatch(/<testsuites [^>]*failures="0"/)

  const failed = await runStep(await gitlabStep(await broken()), 'contract.xml')
  expect(failed.code).toBe(1)
  expect(failed.report).toMatch(/<testsuites [^>]*failures="1"/)
})

function run(file: string, args: string[], env: Record<string, string>) {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  return new Promise<{ code: number; output: string }>((resolve) =>
    execFile(
      process.execPath,
      [file, ...args],
      { cwd, env: { ...userEnvironment(), ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

test('the tests of Vitest pass against a deployment, and fail with one sentence without', async () => {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const limits = ['--testTimeout=120000', '--hookTimeout=120000']
  const args = ['run', 'staging.spec.ts', '--no-color', '--no-cache', ...limits]
  const env = { PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: keys.join(' ') }
  const passed = await run(vitest, args, env)
  expect(passed.code).toBe(0)
  expect(passed.output).toMatch(/Tests +\d+ passed/)
  const failed = await run(vitest, args, { PHOTOFEED_URL: '', PHOTOFEED_KEY: '' })
  expect(failed.code).toBe(1)
  expect(failed.output.match(/Error: The address must be like/g)).toHaveLength(1)
})

test('the start script checks a mock with every rule decided', async () => {
  const { code, output } = await run('start.ts', [], {})
  expect(code).toBe(0)
  expect(output).toMatch(
    /\n\d+ rules: \d+ hold; \d+ requests in .* seconds\.\nNo must that could be decided is broken\.\n/,
  )
})
