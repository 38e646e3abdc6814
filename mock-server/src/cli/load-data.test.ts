import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { plans } from '@photofeed/openapi'
import { expect, onTestFinished, test } from 'vitest'
import { account, post } from '../builders/account.ts'
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

test.each([
  ['shop.json', json],
  ['shop.JSON', `\ufeff[${json}]`],
  ['format.json', `{"format":1,"accounts":[${json}]}`],
  ['a.mjs', `export default [${json}]`],
  ['a.ts', `export default [${json}] satisfies unknown[]`],
])('%s with %.15s', async (name, content) => {
  const folder = await folderWith({ [name]: content, 'package.json': '{"type":"module"}' })
  const { accounts, media } = await loadData(join(folder, name))
  expect(accounts).toEqual([shop])
  expect(await media(`/${'ab'.repeat(16)}.jpg`)).toBe(null)
})

test('a folder that was recorded, with its media', async () => {
  const id = 'ab'.repeat(16)
  const folder = await folderWith({
    'feed.json': `[${json}]`,
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

test.each([
  ['a.json', '[\n  {"username": oops}\n]', 'is not JSON: look at line 2, column 16.'],
  ['a.json', '[]', 'contains no accounts. Put at least one in it.'],
  [
    'a.json',
    '{"format":2,"accounts":[]}',
    'has the format 2, and this version reads 1. Update @photofeed/mock-server.',
  ],
  ['a.json', '{"format":1}', 'has no list of accounts. Record it again.'],
  ['a.json', '7', ', accounts[0]: account: it must be an object, but is 7.'],
  [
    'a.json',
    '[{}, {"plan":"gold"}]',
    `, accounts[1]: account: plan must be one of ${planNames}, but is "gold".`,
  ],
  ['a.mjs', 'export const a = 1', 'exports no accounts. Export them by default.'],
  ['a.mjs', 'throw new Error("no network")', 'cannot be loaded: no network.'],
])('%s with %j', async (name, content, problem) => {
  const file = join(await folderWith({ [name]: content }), name)
  const sentence = /^[,:]/.test(problem) ? `${file}${problem}` : `${file} ${problem}`
  await expect(loadData(file)).rejects.toThrow(new UserError(sentence))
})

test.each([
  ['no.json', 'no.json'],
  ['', 'feed.json'],
])('nothing at %j', async (name, missing) => {
  const folder = await folderWith({ 'other.json': '[]' })
  const sentence = `${join(folder, missing)} does not exist. Check the path given with --accounts.`
  await expect(loadData(join(folder, name))).rejects.toThrow(new UserError(sentence))
})
