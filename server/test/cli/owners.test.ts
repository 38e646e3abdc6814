import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { command, start } from '../support/commands.ts'

const form = (url: string, path: string, fields: Record<string, string>) =>
  fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: url },
    redirect: 'manual',
  })
const textOf = async (url: string) => (await (await fetch(url)).text()).replaceAll(/\s+/g, ' ')

test('by invitation, only who gets a link from the operator can sign up', async () => {
  const data = await tempFolder()
  const { url } = await start('--data', data, '--sign-up', 'invitation')
  expect(await textOf(`${url}/sign-up`)).toContain(
    'You need an invitation. Ask <a href="mailto:support@localhost">',
  )
  const stranger = { email: 'stranger@example.org', password: 'low tide at night' }
  expect((await form(url, '/sign-up', stranger)).status).toBe(403)

  const invited = await command(
    'owners',
    'invite',
    'Mara@example.org',
    '--base-url',
    url,
    '--data',
    data,
  )
  expect(invited).toMatchObject({ code: 0, stderr: '' })
  const [link = ''] = invited.stdout.split('\n')
  expect(invited.stdout).toBe(
    `${link}\n\nGive this link to Mara@example.org only. Whoever opens it chooses the password. It works once, for 7 days.\n`,
  )
  const list = async () => (await command('owners', 'list', '--data', data)).stdout
  expect(await list()).toMatch(
    /^OWNER +PLAN +ACCOUNTS +SIGNED UP\nmara@example\.org +free +0 +no password yet\n$/,
  )

  expect(await textOf(link)).toContain('For mara@example.org.')
  const token = new URL(link).searchParams.get('token') ?? ''
  const chosen = await form(url, '/reset-password/new', { token, password: 'high tide at noon' })
  expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/accounts'])
  expect(await textOf(link)).toContain('This link has expired')
  expect(await list()).toMatch(/\nmara@example\.org +free +0 +just now\n$/)
  const change = (...addresses: string[]) =>
    command('owners', 'change-email', ...addresses, '--data', data)
  expect(await change('mara@example.org', 'Sea@example.org')).toEqual({
    ...{ code: 0, stdout: 'mara@example.org signs in with sea@example.org now.\n', stderr: '' },
  })
  expect(await change('mara@example.org', 'x@example.org')).toMatchObject({ code: 1 })
  expect(await change('sea@example.org', 'nowhere')).toMatchObject({
    ...{ code: 1, stderr: 'nowhere is not an email address. Write it like name@example.org.\n' },
  })
  const signIn = { email: 'sea@example.org', password: 'high tide at noon' }
  expect((await form(url, '/sign-in', signIn)).status).toBe(303)
  await change('sea@example.org', 'mara@example.org')
  expect(
    await command('owners', 'invite', 'mara@example.org', '--base-url', url, '--data', data),
  ).toMatchObject({
    code: 1,
    stderr: 'mara@example.org has signed up already.\n',
  })
})
