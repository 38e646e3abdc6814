import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scope } from '../../../test-support/scope.ts'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { filesOf, newFolder, record } from './recording.ts'

class Killed extends Error {}

/** A fetch with which the process ends when it would send this request. */
function killedAt(request: number): typeof fetch {
  let sent = 0
  return async (...args) => {
    sent += 1
    if (sent >= request) throw new Killed()
    return fetch(...args)
  }
}

/** The files of a recording; the index grows in the order of the downloads. */
async function contentsOf(folder: string) {
  const files = await filesOf(folder)
  const index = files.get('originals.jsonl')?.toString().split('\n').sort().join('\n').trim()
  files.delete('originals.jsonl')
  return { files: [...files].sort(([one], [other]) => (one < other ? -1 : 1)), index }
}

test.each(scope === 'long' ? [1, 2, 3, 4, 5, 6, 7, 8, 30, 120] : [1, 3, 8, 30])(
  'stopped before request %d, the same command continues and fetches nothing twice',
  async (request) => {
    const host = await feedHost(liveFeed('premium', 30))
    const whole = await newFolder()
    await record({ url: host.url, out: whole })

    host.requests.length = 0
    const out = await newFolder()
    const stopped = record({ url: host.url, out }, { fetch: killedAt(request) })
    await expect(stopped).rejects.toThrow(Killed)
    await record({ url: host.url, out })

    expect(await contentsOf(out)).toEqual(await contentsOf(whole))
    const media = host.requests.filter((target) => !target.startsWith('/api/'))
    expect(media).toHaveLength(new Set(media).size)
  },
)

test('a finished recording requests only one page, to recognize the feed', async () => {
  const host = await feedHost(liveFeed('premium', 30))
  const out = await newFolder()
  const { progress: _, ...first } = await record({ url: host.url, out })
  host.requests.length = 0
  const { progress: __, ...second } = await record({ url: host.url, out })
  expect(second).toEqual(first)
  expect(host.requests).toHaveLength(1)
})

test('a media file that was removed is fetched again', async () => {
  const host = await feedHost(liveFeed('free'))
  const out = await newFolder()
  await record({ url: host.url, out })
  const files = await contentsOf(out)
  const [name] = files.files.find(([name]) => name.startsWith('media/')) ?? ['']
  await rm(join(out, name))
  host.requests.length = 0
  await record({ url: host.url, out })
  expect((await contentsOf(out)).files).toEqual(files.files)
  expect(host.requests).toHaveLength(2)
})

const other = 'Choose another folder with --out.'

test('a folder with anything else in it is rejected', async () => {
  const host = await feedHost(liveFeed('free'))
  const out = await newFolder()
  const { folder } = await record({ url: host.url, out })
  const again = (changes: object) => record({ url: host.url, out, ...changes })
  const mark = join(folder, 'recording.json')

  await expect(again({ posts: 3 })).rejects.toThrow(
    `The folder ${out} contains a recording with another posts: 500, not 3. ${other}`,
  )
  await expect(again({ name: 'mine' })).rejects.toThrow(
    `The folder ${out} contains a recording with another scenario: harbour.lights, not mine. ${other}`,
  )
  const twin = await feedHost(liveFeed('free'))
  await expect(again({ url: twin.url })).rejects.toThrow(
    `The folder ${out} contains a recording with another url: ${host.url}/, not ${twin.url}/. ${other}`,
  )
  await writeFile(
    mark,
    (await readFile(mark, 'utf8')).replace('"harbour.lights"', '"someone.else"'),
  )
  await expect(again({})).rejects.toThrow(
    `The folder ${out} contains a recording with another username: someone.else, not harbour.lights. ${other}`,
  )
  await writeFile(mark, '[')
  await expect(again({})).rejects.toThrow(
    `The folder ${out} contains a recording.json of no recording. ${other}`,
  )
  await rm(mark)
  await expect(again({})).rejects.toThrow(/^The folder .* contains other files, such as \w+/)
})

test('a page that was changed by hand is named', async () => {
  const host = await feedHost(liveFeed('free'))
  const out = await newFolder()
  await record({ url: host.url, out })
  await writeFile(join(out, 'pages/page-0001.json'), '{}')
  await expect(record({ url: host.url, out, key: liveKey })).rejects.toThrow(
    'The recorded pages/page-0001.json was changed. Remove it, then run the same command again.',
  )
})
