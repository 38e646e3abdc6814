import { expect, test } from 'vitest'
import { scope } from '../../../test-support/scope.ts'
import { loadData } from '../../src/load-data.ts'
import { run, stopAfter } from './command.ts'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { filesOf, newFolder } from './recording.ts'

test('the result is one line of JSON, and the key can come from the environment', async () => {
  const { url } = await feedHost(liveFeed('free', 3))
  const out = await newFolder()
  const done = await run(['--url', url, '--out', out, '--json'], { PHOTOFEED_KEY: liveKey })
  expect(done.code).toBe(0)
  const [own] = (await loadData(out)).accounts
  expect(JSON.parse(done.stdout)).toEqual({
    folder: out,
    username: 'harbour.lights',
    scenario: 'harbour.lights',
    apiKey: own?.apiKey,
    plan: 'free',
    posts: 3,
    media: { files: 4, bytes: expect.any(Number) },
    missing: [],
  })
  expect(done.stderr).toBe('Posts: 3 of 3\nMedia: 4 of 4\n')
})

test('or sentences', async () => {
  const { url } = await feedHost(liveFeed('free', 3), { media: () => null })
  const out = await newFolder()
  const done = await run(['--url', url, '--out', out, '--key', liveKey, '--name', 'mine'])
  expect(done).toMatchObject({
    code: 0,
    stdout: [
      `${out} contains 3 posts of harbour.lights (free) and 0 media files, 0.0 MB.`,
      '4 media files are missing: the address of each responded with 404. Run the same command again to retry.',
      `Serve it as the scenario mine: npx @photofeed/mock-server --data ${out}\n`,
    ].join('\n'),
  })
})

test.each([
  [['--key', 'abc', '--url', 'http://127.0.0.1:1'], 'The key is not 64 characters'],
  [['--key', liveKey, '--url', 'nowhere'], 'The address of --url must be an http'],
  [
    ['--url', 'http://127.0.0.1:1'],
    "The account's API key is missing: set PHOTOFEED_KEY, or pass --key.",
  ],
  [
    ['--key', liveKey, '--url', 'http://127.0.0.1:1', '--posts', '10001'],
    "error: option '--posts <number>' argument '10001' is invalid. It must be a whole number from 1 to 10000.",
  ],
])('a mistake: %j', async (args, sentence) => {
  const { code, stdout, stderr } = await run([...args, '--out', await newFolder()])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.startsWith(sentence), stderr).toBe(true)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toContain(liveKey)
})

test.each(scope === 'long' ? [1, 5, 40, 150] : [40])(
  'killed after %d requests, it continues',
  async (requests) => {
    const host = await feedHost(liveFeed('premium', 30))
    const args = ['--url', host.url, '--key', liveKey, '--json', '--out']
    const whole = await newFolder()
    const expected = JSON.parse((await run([...args, whole])).stdout)

    host.requests.length = 0
    const out = await newFolder()
    await stopAfter(host, requests, [...args, out], 'SIGKILL')
    const { code, stdout } = await run([...args, out])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ ...expected, folder: out })
    const names = async (folder: string) => [...(await filesOf(folder)).keys()].sort()
    expect(await names(out)).toEqual(await names(whole))
    // Only what was in flight when it was killed is requested again.
    const media = host.requests.filter((target) => !target.startsWith('/api/'))
    expect(media.length - new Set(media).size).toBeLessThanOrEqual(4)
  },
)
