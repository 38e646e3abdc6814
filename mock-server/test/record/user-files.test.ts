import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run, stopAfter } from './command.ts'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { filesOf, newFolder, record } from './recording.ts'

const draft = `.photofeed-recording-${randomUUID()}`

/** Files with names that a recording has, has had, or could have. */
const names = [
  'notes.txt',
  'unfinished/chapter.txt',
  '.photofeed-recording/chapter.txt',
  '.photofeed-recording-1',
  `.photofeed-recording-${randomUUID()}/chapter.txt`,
  `${draft}.txt`,
  'media/holiday.jpg',
  'media/320/holiday.jpg',
  'pages/page-1.json',
]

/** Writes files of a user's, and a link to a folder elsewhere. Returns a function that checks all of them. */
async function userFiles(folder: string, files: readonly string[] = names) {
  const elsewhere = await mkdtemp(join(tmpdir(), 'photofeed-elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  await writeFile(join(elsewhere, 'thesis.txt'), 'thesis')
  for (const name of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), `text of ${name}`)
  }
  const links = [`.photofeed-recording-${randomUUID()}`, 'drafts']
  for (const link of links) await symlink(elsewhere, join(folder, link))
  return async () => {
    for (const name of files) {
      expect(await readFile(join(folder, name), 'utf8')).toBe(`text of ${name}`)
    }
    for (const link of links) {
      expect(await readFile(join(folder, link, 'thesis.txt'), 'utf8')).toBe('thesis')
    }
    expect(await readdir(elsewhere)).toEqual(['thesis.txt'])
  }
}

test('a folder with files is left as it is, whether the feed responds or not', async () => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  const expectFiles = await userFiles(out)
  const before = [...(await filesOf(out))]
  const command = (url: string, key = liveKey) => run(['--url', url, '--key', key, '--out', out])
  for (const [{ code, stderr }, problem] of [
    [
      await command('http://127.0.0.1:1'),
      'The service at http://127.0.0.1:1 could not be reached.',
    ],
    [await command(host.url, 'ab'.repeat(32)), `The service at ${host.url} rejected the key.`],
    [await command(host.url), `The folder ${out} contains other files, such as `],
  ] as const) {
    expect(code).toBe(1)
    expect(stderr).toContain(problem)
    expect([...(await filesOf(out))]).toEqual(before)
    await expectFiles()
  }
})

test.each(names)('a folder that has only %s is not claimed', async (name) => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  await mkdir(dirname(join(out, name)), { recursive: true })
  await writeFile(join(out, name), 'mine')
  await expect(record({ url: host.url, out })).rejects.toThrow(
    `The folder ${out} contains other files, such as ${name.split('/')[0]}. Choose an empty one with --out.`,
  )
  expect([...(await filesOf(out))]).toEqual([[name, Buffer.from('mine')]])
})

test.each(['SIGKILL', 'SIGINT'] as const)(
  'files that are added to a recording survive %s, a failure, and the end',
  async (signal) => {
    const host = await feedHost(liveFeed('premium', 30))
    const out = await newFolder()
    const args = ['--url', host.url, '--key', liveKey, '--out', out]
    await stopAfter(host, 20, args, signal)
    const expectFiles = await userFiles(out)
    await stopAfter(host, host.requests.length + 20, args, signal)
    await expectFiles()
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    await expect(record({ url: host.url, out }, { fetch })).rejects.toThrow('could not be reached')
    await expectFiles()
    expect((await run(args)).code).toBe(0)
    await expectFiles()
  },
)

test('a draft that a stopped run left is removed, and only by a run that claims the folder', async () => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  await mkdir(out)
  await writeFile(join(out, draft), 'half a pic')
  const notes = join(out, 'notes.txt')
  await writeFile(notes, 'mine')
  await expect(record({ url: host.url, out })).rejects.toThrow('other files, such as notes.txt')
  expect([...(await filesOf(out)).keys()].sort()).toEqual([draft, 'notes.txt'])
  await rm(notes)
  await record({ url: host.url, out })
  const files = [...(await filesOf(out)).keys()]
  expect(files).toContain('feed.json')
  expect(files.filter((name) => name.startsWith('.'))).toEqual([])
})

test('a write that fails leaves no draft', async () => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  await record({ url: host.url, out })
  const [name = ''] = [...(await filesOf(out)).keys()].filter((name) => name.startsWith('media/'))
  await rm(join(out, name))
  await mkdir(join(out, name, 'mine'), { recursive: true })
  await expect(record({ url: host.url, out })).rejects.toThrow(`The folder ${out} cannot be used (`)
  expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await readdir(join(out, name))).toEqual(['mine'])
})

test('a feed.json that was changed by hand is not replaced; one of an earlier run is', async () => {
  let isDown = true
  const host = await feedHost(liveFeed('free', 1), {
    intercept({ url = '' }, response) {
      if (!isDown || url.startsWith('/api/')) return false
      response.writeHead(404).end()
      return true
    },
  })
  const out = await newFolder()
  const feed = join(out, 'feed.json')
  await record({ url: host.url, out })
  const without = await readFile(feed, 'utf8')
  isDown = false
  await record({ url: host.url, out })
  const recorded = await readFile(feed, 'utf8')
  expect(recorded).not.toBe(without)

  const changed = recorded.replace('Post 0', 'My own words')
  expect(changed).not.toBe(recorded)
  await writeFile(feed, changed)
  await expect(record({ url: host.url, out })).rejects.toThrow(
    `The file feed.json in ${out} was changed by hand. Move it out of the folder, then run the same command again.`,
  )
  expect(await readFile(feed, 'utf8')).toBe(changed)
  await rm(feed)
  await record({ url: host.url, out })
  expect(await readFile(feed, 'utf8')).toBe(recorded)
})

test.each([
  ['originals.jsonl', '', 'cannot be used (ELOOP)'],
  ['feeds.txt', '', 'cannot be used (ELOOP)'],
  ['feed.json', '{}', 'was changed by hand'],
])('a link in place of %s is not written through', async (name, text, problem) => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  await record({ url: host.url, out })
  const mine = `${out}-mine.txt`
  await writeFile(mine, text)
  await rm(join(out, 'feed.json'))
  await rm(join(out, name), { force: true })
  await symlink(mine, join(out, name))
  await expect(record({ url: host.url, out })).rejects.toThrow(problem)
  expect(await readFile(mine, 'utf8')).toBe(text)
})

test('a link to a folder can be recorded into', async () => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  await mkdir(`${out}-disk`)
  await symlink(`${out}-disk`, out)
  await record({ url: host.url, out })
  expect([...(await filesOf(`${out}-disk`)).keys()]).toContain('feed.json')
})
