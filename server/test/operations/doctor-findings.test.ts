import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { app, platformWorld } from '../platform/platform-world.ts'
import { command } from '../support/commands.ts'
import { onBothDatabases } from '../support/databases.ts'

const secret = '0123456789abcdef'.repeat(4)

let data = ''
beforeEach(async () => {
  data = join(await tempFolder(), 'data')
})

/** The lines of doctor that are about a check. */
async function linesOf(check: string, ...args: string[]): Promise<string[]> {
  const { stdout, stderr } = await command('doctor', '--data', data, ...args)
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line.slice(12).startsWith(`${check} `))
}

test('an https address without the header of its proxy, and shared caches that nothing purges', async () => {
  const settings = ['--base-url', 'https://feed.example', '--production']
  expect(await linesOf('settings', ...settings, '--support-email', 'a@b.example')).toEqual([
    'warning     settings  With PHOTOFEED_PRODUCTION, shared caches may store responses, and nothing purges them: a revoked key reads old ones there. Set PHOTOFEED_PURGE_URL, or leave PHOTOFEED_PRODUCTION out.',
    'warning     settings  Behind the proxy of the https address, all visitors share its address and the limits of sign-ins. Set PHOTOFEED_ADDRESS_HEADER to the header in which the proxy writes the address of the visitor.',
  ])
})

test('the app of the platform, with the right secret and a wrong one', async () => {
  const { emulator } = await platformWorld()
  const settings = [...['--platform-client-id', app.clientId, '--platform-url', emulator.url]]
  const appLine = async (clientSecret: string) =>
    (await linesOf('platform', ...settings, '--platform-client-secret', clientSecret)).at(-1)
  expect(await appLine(app.clientSecret)).toBe(
    'ok          platform  The photo platform responds, and does not reject the app.',
  )
  const line = await appLine('hunter2')
  expect(line).toMatch(/^broken {6}platform {2}The photo platform rejects the app: /)
  expect(line).toContain('to the Instagram app ID and the Instagram app secret')
  expect(line).not.toContain('hunter2')
  const nowhere = ['--platform-url', 'http://127.0.0.1:1', '--platform-client-secret', 'x']
  expect(await linesOf('platform', '--platform-client-id', '1', ...nowhere)).toEqual([
    'broken      platform  The photo platform does not respond at http://127.0.0.1:1/api. Check the network.',
  ])
})

test('--check-settings looks at what `start` rejects, and tests nothing', async () => {
  const check = async (...args: string[]) => {
    const { code, stdout, stderr } = await command('doctor', '--check-settings', ...args)
    expect(stderr).toBe('')
    return [code, stdout.replaceAll(data, 'DATA')]
  }
  const elsewhere = ['--purge-url', 'http://127.0.0.1:1/purge', '--smtp-url', 'smtp://127.0.0.1:1']
  expect(await check('--data', data, ...elsewhere, '--mail-from', 'a@b.example')).toEqual([
    0,
    `ok          settings  The settings fit together.
warning     database  The database DATA/photofeed.sqlite has no tables yet. The first start creates them.
not checked secret    The database was not read.
not checked media     The database was not read.
`,
  ])
  expect(existsSync(data)).toBe(false)
  const database = ['--database', 'postgres://photofeed:hunter2@127.0.0.1:1/photofeed']
  expect(await check('--data', data, ...database, '--secret', secret)).toEqual([
    0,
    `ok          settings  The settings fit together.
not checked database  The database 127.0.0.1:1/photofeed cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check its address, user and password, and that it runs.
not checked secret    The database was not read.
not checked media     The database was not read.
`,
  ])
})

onBothDatabases((databases, name) => {
  test('a database without tables is named without its password', async () => {
    const at = await databases.bare()
    const { pathname, host } = URL.parse(at) ?? {}
    const known = ['--data', data, '--database', at, '--secret', secret]
    const { stdout } = await command('doctor', '--check-settings', ...known)
    const named = name === 'SQLite' ? at : `${host}${pathname}`
    expect(stdout).toContain(
      `warning     database  The database ${named} has no tables yet. The first start creates them.\n`,
    )
    const rotation = await command('secret', 'rotate', ...known, '--previous-secret', 'hunter2')
    expect(rotation).toMatchObject({
      code: 1,
      stderr: `The database ${named} has no tables. Check --data and --database.\n`,
    })
  })
})
