import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { bin } from '../cli/command.ts'
import { mockOfFile } from '../support/conforming-server.ts'
import { blocks } from './blocks.ts'

const mock = await mockOfFile()
let folder: string

/** In the place of programs that need a network: they run the command of this repository. */
const stubs = {
  npx: `[ "$1" = --yes ] && shift
case "$1" in @photofeed/contract|@photofeed/contract@1) shift;; *) exit 127;; esac`,
  docker: `[ "$1" = build ] && exit 0
while [ "$1" != photofeed-contract ]; do shift || exit 127; done
shift`,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-readme-'))
  for (const [name, script] of Object.entries(stubs)) {
    const file = join(folder, name)
    await writeFile(file, `#!/bin/sh\n${script}\nexec "$NODE" "$BIN" "$@"\n`)
    await chmod(file, 0o755)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Code with the mock in the place of the addresses of examples. */
function atMock(code: string): string {
  return code.replaceAll(
    /https:\/\/(staging\.)?feed\.example|http:\/\/127\.0\.0\.1:(4500|8080)/g,
    mock.url,
  )
}

/** Runs a script. */
function shell(script: string) {
  const env = {
    ...{ PATH: `${folder}:${process.env.PATH}`, NODE: process.execPath, BIN: bin },
    ...{ PHOTOFEED_KEY: mock.key('premium'), PHOTOFEED_KEY_FREE: mock.key('free') },
  }
  return promisify(execFile)('bash', ['-e', '-c', atMock(script)], { cwd: folder, env })
}

test('every command of the README runs as written', async () => {
  const passed = expect.stringMatching(/^http:[\s\S]*\nPassed: all required rules hold\.\n$/)
  const outputs = []
  for (const block of blocks('sh')) outputs.push((await shell(block)).stdout)
  expect(outputs).toEqual([
    passed,
    expect.stringMatching(/^me-is-an-account [\s\S]*\nme-key-missing \(must, section 5\.6\): /),
    passed,
    'The deployment conforms.\n',
    passed,
  ])
  const html = await readFile(join(folder, 'contract.html'), 'utf8')
  expect(html).toMatch(/^<!doctype html>/)
})

test('every program of the README runs as written', async () => {
  await symlink(
    fileURLToPath(new URL('../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  )
  const [program, ...tests] = blocks('ts.*')
  await writeFile(join(folder, 'program.ts'), atMock(program ?? ''))
  expect((await shell('"$NODE" program.ts')).stdout).toBe('')
  for (const [index, code] of tests.entries()) {
    await writeFile(join(folder, `block-${index}.test.ts`), atMock(code))
  }
  const limits = '--testTimeout 120000 --hookTimeout 120000'
  await shell(
    `"$NODE" node_modules/vitest/vitest.mjs run --reporter json --outputFile vitest.json ${limits}`,
  )
  const { testResults, numFailedTests } = JSON.parse(
    await readFile(join(folder, 'vitest.json'), 'utf8'),
  )
  expect([testResults.length, numFailedTests]).toEqual([1, 0])
})

test('the job of GitLab makes the file that it names', async () => {
  const { contract } = parse(blocks('yaml')[1] ?? '')
  for (const line of contract.script) await shell(line)
  const { junit } = contract.artifacts.reports
  expect(await readFile(join(folder, junit), 'utf8')).toContain('<testsuites ')
})
