import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { app, platformWorld } from '../platform/platform-world.ts'
import { command } from '../support/commands.ts'

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

test('--check-settings reads the settings, and opens nothing', async () => {
  const check = (...args: string[]) => command('doctor', '--check-settings', ...args)
  expect(await check('--data', data, '--purge-url', 'http://127.0.0.1:1/purge')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: 'ok          settings  The settings fit together.\n',
  })
  const database = ['--database', 'postgres://photofeed:hunter2@127.0.0.1:1/photofeed']
  expect(await check(...database, '--secret', secret)).toMatchObject({ code: 0 })
  expect(await check(...database, '--role', 'worker')).toEqual({
    ...{ code: 1, stderr: '' },
    stdout: `broken      settings  A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.
broken      settings  A PostgreSQL database needs a secret that all its servers know: set PHOTOFEED_SECRET to the same long, random text on each.
warning     settings  A worker without an app on the photo platform refreshes nothing. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET.
`,
  })
  expect((await check('--secret', 'short')).stdout).toContain('fewer than 16 characters')
  expect((await check('--s3-endpoint', 'https://s3.example')).code).toBe(1)
  expect((await check('--port', '80', '--admin-port', '80')).code).toBe(1)
  vi.stubEnv('PHOTOFEED_SMTP_ULR', 'smtps://mail.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await check()).toEqual({
    ...{ code: 1, stdout: '' },
    stderr:
      'PHOTOFEED_SMTP_ULR is not a setting. List them with `photofeed-server start --help`.\n',
  })
})
