import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { launch } from '../../test-support/processes.ts'

let mock: MockServer
let keys: string[]
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  keys = [mock.key('premium'), mock.key('free')]
})
afterAll(() => mock?.close())

/** What a runner executes: lines of shell, and their variables. */
interface Step {
  script: string
  env: Record<string, string>
}

async function yaml(path: string) {
  return parse(await readFile(new URL(path, import.meta.url), 'utf8'))
}

/** The step of the workflow with its action resolved, as GitHub does it. */
async function githubStep(url: string): Promise<Step> {
  const { jobs } = await yaml('.github/workflows/contract.yml')
  const { inputs, runs } = await yaml('../../contract/action.yml')
  const { with: values } = jobs.staging.steps[1]
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(values)))
  const settings = { 'vars.PHOTOFEED_URL': url, 'secrets.PHOTOFEED_KEYS': keys.join('\n') }
  const action = fileURLToPath(new URL('../../contract', import.meta.url))
  const [{ run: script, env }] = runs.steps
  const variables = Object.entries<string>(env).map(([variable, expression]) => {
    const name = nameIn(expression).replace('inputs.', '')
    const value = String(values[name] ?? inputs[name].default)
    return [variable, settings[nameIn(value) as keyof typeof settings] ?? value]
  })
  return { script, env: { ...Object.fromEntries(variables), GITHUB_ACTION_PATH: action } }
}

/** Returns `inputs.url` for `${{ inputs.url }}`. */
function nameIn(expression: string): string {
  return /\{\{ (\S+) \}\}/.exec(expression)?.[1] ?? expression
}

/** Replaces npx with the command of this repository, and records its arguments. */
const npx = `#!/bin/sh
echo "$@" > command-line
until case "$1" in @photofeed/contract*) ;; *) false ;; esac; do shift; done
shift
exec "$NODE" "$BIN" "$@"
`

/** Runs a step in an empty folder, and checks that no key is on the command line or in the report. */
async function runStep({ script, env }: Step, files: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-contract-ci-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'npx'), npx, { mode: 0o755 })
  const bin = fileURLToPath(new URL('../../contract/bin/photofeed-contract.js', import.meta.url))
  const summary = join(folder, 'summary.md')
  const own = {
    GITHUB_STEP_SUMMARY: summary,
    PATH: `${folder}:${process.env.PATH}`,
    NODE: process.execPath,
    BIN: bin,
  }
  const options = { cwd: folder, env: { ...env, ...own } }
  const { code, stdout } = await launch('bash', ['-e', '-c', script], options).ended
  const commandLine = await readFile(join(folder, 'command-line'), 'utf8')
  const reports = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const texts = [script, commandLine, stdout, ...reports].join('\n')
  for (const key of keys) expect(texts).not.toContain(key)
  return { code, stdout, reports }
}

/** Returns the URL of a deployment that conforms to the contract, except that it sends no CORS header. */
async function brokenDeployment(): Promise<string> {
  const server = createServer((message, response) => {
    const { method, headers, url } = message
    const forwarded = request(mock.url + url, { method, headers }, (upstream) => {
      delete upstream.headers['access-control-allow-origin']
      response.writeHead(upstream.statusCode ?? 500, upstream.headers)
      upstream.pipe(response)
    })
    message.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('accounts.ts writes accounts whose files are beside them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-accounts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const script = fileURLToPath(new URL('accounts.ts', import.meta.url))
  expect((await launch(process.execPath, [script, folder]).ended).code).toBe(0)
  const text = await readFile(join(folder, 'accounts.json'), 'utf8')
  const accounts: { plan: string; posts: { sizes?: Record<string, string> }[] }[] = JSON.parse(text)
  expect(accounts.map(({ plan, posts }) => [plan, posts.length])).toEqual([
    ['premium', expect.any(Number)],
    ['free', 6],
    ['premium', expect.any(Number)],
    ['premium', expect.any(Number)],
  ])
  const picture = String(accounts[0]?.posts.find(({ sizes }) => sizes)?.sizes?.[320])
  const webp = await readFile(join(folder, picture.replace('.jpg', '.webp')))
  expect(webp.subarray(8, 12).toString()).toBe('WEBP')
  expect((await readFile(join(folder, picture))).subarray(0, 2).toString('hex')).toBe('ffd8')
})

test('GitHub checks every night and on pull requests, fails, and annotates, and keeps JUnit and a page of HTML', async () => {
  const { on, jobs, permissions } = await yaml('.github/workflows/contract.yml')
  expect(Object.keys(on)).toEqual(['schedule', 'pull_request', 'workflow_dispatch'])
  expect(permissions).toEqual({ contents: 'read' })
  const [, check, keep] = jobs.staging.steps
  expect(check.uses).toMatch(/^photofeed\/photofeed\/contract@v\d$/)
  expect([keep.if, keep.with.path]).toEqual(['always()', 'contract.*'])

  const step = await githubStep(await brokenDeployment())
  const { code, stdout, reports } = await runStep(step, ['contract.html', 'contract.xml'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error title=/)
  const [page, junit] = reports
  expect(junit).toMatch(/<testsuites [^>]*failures="[1-9]/)
  expect(page).toMatch(/<article id="me-cors" class="failed">/)
})

test('GitLab checks on a schedule and in merge requests, and keeps the JUnit report', async () => {
  const { contract } = await yaml('.gitlab-ci.yml')
  expect(contract.rules.map((rule: { if: string }) => rule.if)).toEqual([
    '$CI_PIPELINE_SOURCE == "schedule"',
    '$CI_PIPELINE_SOURCE == "merge_request_event"',
  ])
  expect(contract.artifacts).toEqual({
    ...{ when: 'always', paths: ['contract.xml'] },
    reports: { junit: 'contract.xml' },
  })

  const env = { PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: keys.join(',') }
  const step = { script: contract.script.join('\n'), env }
  const { code, reports } = await runStep(step, ['contract.xml'])
  expect(code).toBe(0)
  expect(reports[0]).toMatch(/<testsuites [^>]*failures="0"/)
})
