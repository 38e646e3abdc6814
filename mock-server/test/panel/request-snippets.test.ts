import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { testOf } from '../../src/panel/request-snippets.ts'
import { startControl } from '../control/control-server.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** What the panel copies of these requests, run by Vitest in a project with the built packages. */
test('the copied tests pass', async () => {
  const { server } = await startControl()
  const me = `${server.url}/api/v1/me?api_key=`
  server.fault('free', { status: 503, retryAfter: 2, when: { endpoint: 'me' } })
  await fetch(`${me}${server.key('premium')}&page[size]=3&caption=it's \`\${a}\``)
  await fetch(`${me}${server.key('free')}`)
  await fetch(`${me}${server.key('network-error')}`).catch(() => {})
  await fetch(`${me}unknown`)
  await fetch(`${server.url}/api/v1/accounts`, { method: 'DELETE' })
  const copy = server.copy('premium')
  await fetch(`${server.url}/graphql?api_key=${copy.apiKey}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ me { username } }' }),
  })
  server.fault('empty', { status: 502, when: { nth: 2 } })
  await fetch(`${me}${server.key('empty')}`)
  await fetch(`${me}${server.key('empty')}`)
  const oldKey = server.key('page-boundary')
  server.transition('page-boundary', 'expire')
  server.transition('page-boundary', 'regenerate')
  await fetch(`${me}${oldKey}`)
  await fetch(`${me}${server.key('page-boundary')}`)
  server.transition('page-boundary', 'disconnect')
  await fetch(`${me}${server.key('page-boundary')}`)
  server.latency(20)
  const { requests } = server
  expect(requests.map(({ status }) => status)).toEqual([
    ...[200, 503, null, 401, 405, 200],
    ...[200, 502],
    ...[401, 200, 401],
  ])

  const folder = await tempFolder()
  await symlink(packages, join(folder, 'node_modules'))
  await mkdir(join(folder, 'tests'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const state = server.inspect()
  for (const [index, request] of requests.entries()) {
    await writeFile(
      join(folder, 'tests', `${index}.test.ts`),
      testOf(request, state, server.requestDetails(request.id)),
    )
  }
  const vitest = join(packages, 'vitest/vitest.mjs')
  const { code, stdout, stderr } = await runCommand(
    vitest,
    'run',
    '--root',
    folder,
    '--no-color',
    '--no-isolate',
  )
  expect(code, `${stdout}\n${stderr}`).toBe(0)
  expect(stdout).toMatch(/Tests +11 passed \(11\)/)
})
