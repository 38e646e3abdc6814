import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { command } from '../support/commands.ts'

const archive = fileURLToPath(new URL('../support/archive/', import.meta.url))
const files = ['profile.json', 'page-1.json', 'page-2.json'].map((name) => join(archive, name))

async function usernameOf(): Promise<string> {
  const profile = JSON.parse(await readFile(files[0] ?? '', 'utf8'))
  return (profile.data?.[0] ?? profile).username
}

test('stores the platform’s responses and prints the key; again it updates nothing', async () => {
  const data = join(await tempFolder(), 'data')
  const username = await usernameOf()
  const args = ['import', '--username', username, '--plan', 'premium', '--data', data, '--json']
  const first = await command(...args, ...files)
  expect(first).toMatchObject({ code: 0 })
  const report = JSON.parse(first.stdout)
  expect(report.apiKey).toMatch(/^[0-9a-f]{64}$/)
  expect(report.added).toBeGreaterThan(5)
  expect(report.media.stored).toBeGreaterThan(3)

  const again = JSON.parse((await command(...args, ...files)).stdout)
  expect(again).toMatchObject({
    apiKey: report.apiKey,
    added: 0,
    updated: 0,
    unchanged: report.added,
  })

  const text = await command(...args.slice(0, -1), ...files)
  expect(text.stdout).toMatch(
    new RegExp(`^${username}: 0 posts added, 0 updated, ${report.added} unchanged\\.\n`),
  )
  expect(text.stdout).toContain(`API key: ${report.apiKey}\n`)

  const listed = JSON.parse((await command('keys', 'list', '--data', data, '--json')).stdout)
  expect(listed).toEqual([
    {
      accountId: report.accountId,
      username,
      plan: 'premium',
      status: 'ready',
      apiKey: report.apiKey,
    },
  ])
})

test('keys are regenerated and revoked by username', async () => {
  const data = join(await tempFolder(), 'data')
  const username = await usernameOf()
  expect(await command('keys', '--data', data)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `There is no database at ${data}/photofeed.sqlite. Name the data folder with --data; \`photofeed-server start\` creates it.\n`,
  })
  expect(existsSync(data)).toBe(false)
  await command('import', '--username', username, '--plan', 'free', '--data', data, ...files)
  const fresh = (await command('keys', 'regenerate', username, '--data', data)).stdout.trim()
  expect(fresh).toMatch(/^[0-9a-f]{64}$/)
  expect((await command('keys', '--data', data)).stdout).toBe(
    `${username}\tfree\tready\t${fresh}\n`,
  )

  expect((await command('keys', 'revoke', username, '--data', data)).stdout).toBe(
    `The key of ${username} no longer works.\n`,
  )
  expect((await command('keys', '--data', data)).stdout).toBe(
    `${username}\tfree\tready\t(disconnected)\n`,
  )
  expect(await command('keys', 'revoke', 'nobody', '--data', data)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No account is named nobody. `photofeed-server accounts` lists them.\n',
  })
})

test('a malformed page stores nothing at all and is named with its place', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const page = JSON.parse(await readFile(files[2] ?? '', 'utf8'))
  page.data[1].timestamp = 'yesterday'
  const broken = join(folder, 'broken.json')
  await writeFile(broken, JSON.stringify(page))

  const args = ['--username', await usernameOf(), '--plan', 'premium', '--data', data]
  const { code, stdout, stderr } = await command('import', ...args, ...files, broken)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('broken.json: data[1].timestamp')
  expect(stderr).toContain('"yesterday"')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  await mkdir(data, { recursive: true })
  expect(await readdir(data)).toEqual([])
})

test('no file that was imported leaves a platform token behind', async () => {
  const data = join(await tempFolder(), 'data')
  const pages = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const token = /access_token=([\w%-]+)/.exec(pages.join('\n'))?.[1] ?? ''
  expect(token).not.toBe('')
  const { stdout, stderr } = await command(
    'import',
    '--username',
    await usernameOf(),
    '--plan',
    'premium',
    '--data',
    data,
    ...files,
  )
  expect(stdout + stderr).not.toContain(token)
  for (const name of await readdir(data, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue
    const bytes = await readFile(join(name.parentPath, name.name))
    expect(bytes.includes(token), name.name).toBe(false)
  }
})
