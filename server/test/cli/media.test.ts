import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { command, start, startProcess } from '../support/commands.ts'
import { s3Server, testBucket, testCredentials } from '../support/s3.ts'
import { seedAccount } from '../support/seed-account.ts'

function setCredentials(secretAccessKey = testCredentials.secretAccessKey) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', testCredentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('media in a bucket: stored in it, served out of it, and missed when it is down', async () => {
  setCredentials()
  const { endpoint, stop } = await s3Server()
  const data = join(await tempFolder(), 'data')
  const place = [
    '--media',
    `s3://${testBucket}/harbour`,
    '--s3-endpoint',
    endpoint,
    '--s3-path-style',
  ]
  const { apiKey } = await seedAccount('--data', data, ...place)
  // Only what is being uploaded is on the disk.
  expect(await readdir(join(data, 'media'), { recursive: true })).toEqual(['drafts'])

  const server = await start('--data', data, ...place)
  const feed = () => fetch(`${server.url}/api/v1/me?api_key=${apiKey}&page[size]=100`)
  const { posts } = await (await feed()).json()
  const urls: string[] = posts.flatMap(
    ({ sizes }: { sizes: Record<string, string> | null }) => sizes?.['320'] ?? [],
  )
  const status = async (url: string) => (await fetch(url)).status
  expect(urls.length).toBeGreaterThan(3)
  expect(new Set(await Promise.all(urls.map(status)))).toEqual(new Set([200]))

  await stop()
  expect((await feed()).status).toBe(200)
  expect(await status(urls[0] ?? '')).toBe(503)
  const sentence = `The media store, ${endpoint}, cannot be reached. Check --s3-endpoint.`
  await expect.poll(server.log).toContain(sentence)
})

test('a bucket that there is not: the server says so at its start', async () => {
  setCredentials()
  const { endpoint } = await s3Server()
  const data = join(await tempFolder(), 'data')
  const place = ['--media', 's3://no-such-bucket', '--s3-endpoint', endpoint, '--s3-path-style']
  const sentence = `The bucket no-such-bucket does not exist at ${endpoint}. Create it, or name another with --media.`
  const server = await start('--data', data, ...place)
  await expect.poll(server.log).toContain(sentence)
})

test.each<[args: string[], sentence: string]>([
  [
    ['start', '--media', 'gs://photofeed-media'],
    "Option '--media <place>' argument 'gs://photofeed-media' is invalid. It must be a folder, or s3://bucket or s3://bucket/prefix.",
  ],
  [
    ['start', '--s3-endpoint', 'https://user:hunter2@s3.example'],
    'An address contains a user name or a password. Take it out; credentials of the media store are set in the environment.',
  ],
  [
    ['start', '--media-origins', '127.0.0.1:4401'],
    "Option '--media-origins <origins>' argument '127.0.0.1:4401' is invalid. It must be origins with commas between, like http://127.0.0.1:4401.",
  ],
  [
    ['start', '--media-hosts', '*'],
    "Option '--media-hosts <hosts>' argument '*' is invalid. It must be host names with commas between, each with *. in front if every host below it is meant.",
  ],
])('%j is a usage error', async (args, sentence) => {
  const { code, stdout, stderr } = await command(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.split('\n')[0]).toBe(sentence)
})

test('an endpoint without a bucket, and a media folder below a file', async () => {
  const folder = await tempFolder()
  const data = ['--port', '0', '--data', join(folder, 'data')]
  expect((await command('start', ...data, '--s3-endpoint', 'https://s3.example')).stderr).toBe(
    '--s3-endpoint says nothing without a bucket. Name it: --media s3://bucket\n',
  )
  await writeFile(join(folder, 'file'), '')
  const media = join(folder, 'file', 'media')
  const { log } = await start('--data', join(folder, 'data'), '--media', media)
  await expect
    .poll(log)
    .toContain(
      `The media folder ${media} cannot be used (ENOTDIR). It is below a file. Choose another with --media.`,
    )
})

test('a server with a folder does not load the S3 SDK', async () => {
  const hooks = `import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (/^@aws-sdk/.test(name)) throw new Error(name + ' is loaded')
        return next(name, context)
      },
    })`
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(hooks)}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const data = join(await tempFolder(), 'data')
  const server = await startProcess('--data', data)
  expect(await server.stop()).toBe(0)
  await expect(startProcess('--data', data, '--media', 's3://photofeed-media')).rejects.toThrow(
    '@aws-sdk/client-s3 is loaded',
  )
})
