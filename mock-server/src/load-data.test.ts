import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { plans } from '@photofeed/openapi'
import { expect, onTestFinished, test } from 'vitest'
import { account, post } from './builders/account.ts'
import { loadData } from './load-data.ts'

const planNames = Object.keys(plans).join(', ')

/** A folder with these files, which goes with the test. */
async function folderWith(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-data-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const shop = account({ username: 'my.shop', posts: [post.image(), post.album()] })
const json = JSON.stringify(shop)
const simple = `{ username: 'my.shop' }`

test.each([
  ['shop.json', json],
  ['shop.json', `\ufeff[${json}]`],
  ['shop.JSON', `{ "accounts": [${json}] }`],
])('%s with %.15s', async (name, content) => {
  const folder = await folderWith({ [name]: content })
  expect((await loadData(join(folder, name))).accounts).toEqual([shop])
})

test.each([
  ['a.js', `export default ${simple}`],
  ['a.mjs', `export default [${simple}]`],
  ['a.mjs', `export const accounts = [${simple}]`],
  ['a.mjs', `export default { accounts: [${simple}] }`],
  ['a.mjs', `export default async () => [${simple}]`],
  ['a.mjs', `export const accounts = () => (${simple})`],
  ['a.cjs', `module.exports = [${simple}]`],
  ['a.ts', `export default [${simple}] satisfies unknown[]`],
])('the module %s: %s', async (name, content) => {
  const folder = await folderWith({ [name]: content, 'package.json': '{"type":"module"}' })
  const { accounts } = await loadData(join(folder, name))
  expect(accounts).toEqual([account({ username: 'my.shop' })])
})

test('a folder that was recorded, with its media', async () => {
  const id = 'ab'.repeat(16)
  const folder = await folderWith({
    'feed.json': `{"accounts":[${json}]}`,
    [`media/${id}.jpg`]: 'original',
    [`media/768/${id}.webp`]: 'resized',
  })
  const { accounts, media } = await loadData(folder)
  expect(accounts).toEqual([shop])
  const read = async (path: string) => {
    const bytes = await media(path)
    return bytes && Buffer.from(bytes).toString()
  }
  expect(await read(`/${id}.jpg`)).toBe('original')
  expect(await read(`/768/${id}.webp`)).toBe('resized')
  expect(await read(`/768/${id}.jpg`)).toBe(null)
  expect(await read(`/${id}.mp4`)).toBe(null)
  for (const path of ['/feed.json', '/../feed.json', `/..%2ffeed.json`, `//${id}.jpg`, '', '/']) {
    expect(await read(path), path).toBe(null)
  }
})

test('media never come from outside the media folder', async () => {
  const [out, link, folder] = ['ab', 'cd', 'ef'].map((byte) => byte.repeat(16))
  const root = await folderWith({
    'feed.json': json,
    secret: 'secret',
    [`media/x/${out}.jpg`]: 'x',
  })
  await symlink(join(root, 'secret'), join(root, `media/${link}.jpg`))
  await symlink(root, join(root, 'media/320'))
  await mkdir(join(root, `media/${folder}.jpg`))
  await writeFile(join(root, `${link}.jpg`), 'secret')
  const { media } = await loadData(root)
  expect(await media(`/${link}.jpg`)).toBe(null)
  expect(await media(`/320/${link}.jpg`)).toBe(null)
  expect(await media(`/${folder}.jpg`)).toBe(null)
})

test('data without a media folder has no media', async () => {
  const folder = await folderWith({ 'shop.json': json })
  const { media } = await loadData(join(folder, 'shop.json'))
  expect(await media(`/${'ab'.repeat(16)}.jpg`)).toBe(null)
})

test.each([
  ['a.json', '', 'is empty. Put the accounts in it as JSON.'],
  ['a.json', '[\n  {"username": oops}\n]', 'is not JSON: look at line 2, column 16.'],
  ['a.json', new Uint8Array([0x22, 0xff, 0x22]), 'is not UTF-8 text. Save it as UTF-8.'],
  ['a.json', '[]', 'contains no accounts. Put at least one in it.'],
  ['a.json', '7', 'must contain a list of accounts, or an object with "accounts".'],
  ['a.json', '{"accounts":{}}', ': "accounts" must be a list.'],
  ['a.json', '{"accounts":[],"x":1}', ': "x" is not a known field beside "accounts". Remove it.'],
  [
    'a.json',
    '[{}, {"plan":"gold"}]',
    `, accounts[1]: account: plan must be one of ${planNames}, but is "gold".`,
  ],
  [
    'a.json',
    '[{"username":"a"}, {"scenario":"a"}]',
    ': accounts[0] and accounts[1] have the same scenario. Give one of them another.',
  ],
  [
    'a.json',
    `[{"scenario":"a","apiKey":"${'ab'.repeat(32)}"}, {"scenario":"b","apiKey":"${'ab'.repeat(32)}"}]`,
    ': accounts[0] and accounts[1] have the same apiKey. Give one of them another.',
  ],
  [
    'a.mjs',
    'export const a = 1',
    'exports no accounts. Export them by default, or under the name accounts.',
  ],
  ['a.mjs', 'throw new Error("no network")', 'cannot be loaded: no network.'],
  [
    'a.mjs',
    'export default () => { throw new Error("no network") }',
    'failed while it made its accounts: no network.',
  ],
  [
    'a.mjs',
    'export default () => null',
    'must contain a list of accounts, or an object with "accounts".',
  ],
  [
    'a.yaml',
    'accounts: []',
    'is neither a folder nor a file that accounts can be read from: its name must end in one of .json, .js, .mjs, .cjs, .ts, .mts.',
  ],
])('%s with %j', async (name, content, problem) => {
  const file = join(await folderWith({ [name]: content }), name)
  const sentence = /^[,:]/.test(problem) ? `${file}${problem}` : `${file} ${problem}`
  await expect(loadData(file)).rejects.toThrow(new UserError(sentence))
})

test('a module with a mistake in it', async () => {
  const file = join(await folderWith({ 'a.mjs': 'export default [' }), 'a.mjs')
  await expect(loadData(file)).rejects.toThrow(`${file} cannot be loaded: `)
})

test('nothing there, a folder of something else, and a file that is too large', async () => {
  const folder = await folderWith({ 'large.json': '[]' })
  await expect(loadData(join(folder, 'no.json'))).rejects.toThrow(
    new UserError(
      `${join(folder, 'no.json')} does not exist. Check the path given with --accounts.`,
    ),
  )
  await expect(loadData(folder)).rejects.toThrow(
    new UserError(
      `The folder ${folder} contains no feed.json. Name a folder that \`npx @photofeed/mock-server record\` has finished.`,
    ),
  )
  const large = join(folder, 'large.json')
  await truncate(large, 64 * 1024 * 1024 + 1)
  await expect(loadData(large)).rejects.toThrow(
    new UserError(`${large} is larger than 64 MB. Put fewer posts or accounts in it.`),
  )
})
