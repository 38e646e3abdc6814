import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { decodingThreads } from '../../src/media/decoding.ts'
import { type FileStore, MediaStoreProblem } from '../../src/media/file-store.ts'
import { createDrafts, createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaHandler } from '../../src/media/media-handler.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { rawGet } from '../support/http/raw-get.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { memoryMediaFiles } from '../support/media/media-files.ts'
import { plainPicture } from '../support/media/pictures.ts'
import { fileStores, putBytes, putMedia, testMediaId } from '../support/media/s3.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

async function serve(
  files: FileStore,
  options: Partial<Parameters<typeof createMediaHandler>[0]> = {},
) {
  const rows = memoryMediaFiles()
  // Files that a test puts there itself are pictures.
  const find = async (id: string) => (await rows.find(id)) ?? 'jpg'
  const store = createMediaStore(files, { ...rows, find })
  const problems: string[] = []
  const handle = createMediaHandler({
    store,
    hasSizes: async () => true,
    onError: (error) => problems.push((error as Error).message),
    ...options,
  })
  const handled: Promise<void>[] = []
  onTestFinished(async () => void (await Promise.all(handled)))
  const served = await serveHttp((req, res) => {
    handled.push(handle(req, res, req.url ?? ''))
  })
  return { files, store, ...served, handled, problems }
}

/** A connection that has sent a GET. */
function get(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

test('resized pictures are served by plan, and to all while the database is down', async () => {
  const files = createFolderFiles(await tempFolder())
  const { url, store, problems } = await serve(files, {
    async hasSizes(mediaId) {
      if (mediaId === 'd'.repeat(16)) throw new Error('The database is down.')
      return mediaId !== testMediaId
    },
  })
  const { id } = await putMedia(store, await plainPicture(640, 480).jpeg().toBuffer())
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect([await statusOf(`/320/${id}.jpg`), await statusOf(`/${id}.jpg`)]).toEqual([404, 200])
  expect(problems).toEqual([])
  expect(await statusOf(`/320/${'d'.repeat(16)}/${'0'.repeat(32)}.jpg`)).toBe(404)
  expect(problems).toEqual(['The database is down.'])
})

test('a 304 and a HEAD open nothing, and an account that is deleted has neither', async () => {
  const files = createFolderFiles(await tempFolder())
  const open = vi.fn(files.open)
  const { url, store } = await serve(
    { ...files, open },
    { hasSizes: async (mediaId) => (mediaId === testMediaId ? true : null) },
  )
  const { id, bytes } = await putMedia(store, await plainPicture(640, 480).jpeg().toBuffer())
  const known = { 'If-None-Match': '*' }
  const gone = `${'d'.repeat(16)}/${'0'.repeat(32)}`
  for (const [path, status] of [
    [`/${id}.jpg`, 304],
    [`/320/${id}.jpg`, 304],
    [`/${gone}.jpg`, 404],
    [`/320/${gone}.jpg`, 404],
  ] as const) {
    expect([path, (await rawGet(`${url}${path}`, known)).status]).toEqual([path, status])
  }
  const head = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`, { method: 'HEAD' })
    return [status, headers.get('content-type'), headers.get('content-length')]
  }
  expect(await head(`/${id}.jpg`)).toEqual([200, 'image/jpeg', `${bytes}`])
  expect(await head(`/320/${id}.webp`)).toEqual([200, 'image/webp', null])
  expect((await head(`/${gone}.jpg`))[0]).toBe(404)
  expect((await head(`/320/${gone}.jpg`))[0]).toBe(404)
  expect(open).not.toHaveBeenCalled()
})

test('scripts of any site may read parts of a file', async () => {
  const { url, store } = await serve(createFolderFiles(await tempFolder()))
  const { id } = await putMedia(store, clip)
  const asked = {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'range',
  }
  const headers = { Origin: 'https://a.example', ...asked }
  const allowed = await fetch(`${url}/${id}.mp4`, { method: 'OPTIONS', headers })
  expect([allowed.status, Object.fromEntries(allowed.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': expect.any(String),
    },
  ])
  const part = await fetch(`${url}/${id}.mp4`, { headers: { Range: 'bytes=0-9' } })
  expect(part.headers.get('access-control-expose-headers')).toBe(
    'Accept-Ranges, Content-Length, Content-Range, ETag, X-Request-Id',
  )
  await part.body?.cancel()
})

describe.each(fileStores)('media in %s', (_, makeFiles) => {
  test('serves an original with every security header', async () => {
    const { store, url } = await serve(await makeFiles())
    const bytes = await plainPicture(400, 300).png().toBuffer()
    const { id } = await putMedia(store, bytes)
    const response = await fetch(`${url}/${id}.png`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'surrogate-key': id.slice(0, 16),
      'cache-tag': id.slice(0, 16),
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })

  test('serves a resized picture', async () => {
    const { store, url } = await serve(await makeFiles())
    const { id } = await putMedia(store, await plainPicture(800, 600).png().toBuffer())
    const response = await fetch(`${url}/320/${id}.webp`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('etag')).toBe(`W/"320-${id}-webp"`)
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 320, height: 240 })
  })

  test('serves parts of a video', async () => {
    const { store, url } = await serve(await makeFiles())
    const { id } = await putMedia(store, clip)
    const headers = { Range: 'bytes=100-199', 'If-Range': `"${id}"` }
    const response = await fetch(`${url}/${id}.mp4`, { headers })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-range')).toBe(`bytes 100-199/${clip.length}`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(clip.subarray(100, 200))
  })

  test('rejects a range behind the end', async () => {
    const { store, url } = await serve(await makeFiles())
    const { id } = await putMedia(store, clip)
    const response = await fetch(`${url}/${id}.mp4`, { headers: { Range: 'bytes=9999999-' } })
    expect(response.status).toBe(416)
    // Not every bucket says the length of a file that lacks a range.
    expect(response.headers.get('content-range')).toBeOneOf([`bytes */${clip.length}`, 'bytes */*'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
  })

  test('other methods are rejected', async () => {
    const { url } = await serve(await makeFiles())
    const response = await fetch(`${url}/${'0'.repeat(32)}.jpg`, { method: 'POST', body: 'x' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  test('whatever is not there is a plain 404', async () => {
    const { store, files, url } = await serve(await makeFiles())
    const picture = await putMedia(store, await plainPicture(400, 300).jpeg().toBuffer())
    const video = await putMedia(store, clip)
    await putBytes(files, 'secret.jpg', Buffer.from('secret'))
    for (const path of [
      `/${'0'.repeat(32)}.jpg`,
      `/${id}.jpg`,
      `/${testMediaId}/secret.jpg`,
      `/${picture.id.replace(testMediaId, 'f'.repeat(16))}.jpg`,
      `/${picture.id.slice(17)}.jpg`,
      `/320/${'0'.repeat(32)}.jpg`,
      `/${picture.id}.png`,
      `/${picture.id}`,
      `/${picture.id}.gif`,
      `/${picture.id.toUpperCase()}.jpg`,
      `/321/${picture.id}.jpg`,
      `/0320/${picture.id}.jpg`,
      `/320/${picture.id}.png`,
      `/320/${video.id}.jpg`,
      `/320/${video.id}.mp4`,
      '/secret.jpg',
      '/../secret.jpg',
      '/..%2fsecret.jpg',
      `/320/../${picture.id}.jpg`,
      `/%2e%2e/${picture.id}.jpg`,
      `//${picture.id}.jpg`,
      `/${picture.id}.jpg/`,
      `/${picture.id}.jpg%00`,
      `/${picture.id}.jpg%0a`,
      '/%',
      '/',
    ]) {
      const { status } = await rawGet(`${url}${path}`)
      expect([path, status]).toEqual([path, 404])
    }
    const response = await fetch(`${url}/secret.jpg`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe('Not found\n')
  })

  test('a client that leaves in the middle of a file breaks nothing', async () => {
    const { files, server, port, url, handled, problems } = await serve(await makeFiles())
    await putBytes(
      files,
      `accounts/01/${testMediaId}/0/${'0'.repeat(32)}.mp4`,
      Buffer.alloc(20 * 1024 * 1024),
    )
    const socket = get(port, `/${id}.mp4`)
    await once(server, 'request')
    await once(socket, 'data')
    socket.destroy()
    await Promise.all(handled)
    expect(problems).toEqual([])
    expect((await fetch(`${url}/${id}.mp4`, { method: 'HEAD' })).status).toBe(200)
  })
})

const id = `${testMediaId}/${'0'.repeat(32)}`

const fine: FileStore = {
  place: 'The store',
  drafts: createDrafts('unused'),
  check: async () => {},
  put: async () => {},
  size: async () => 9,
  open: async () => ({ bytes: 9, range: null, body: Readable.from([]) }),
  list: async () => [],
  delete: async () => {},
}

test('a client that leaves before its file was opened leaves no open file behind', async () => {
  const body = new Readable({ read() {} })
  const left = new AbortController()
  const { server, port, handled } = await serve({
    ...fine,
    async open() {
      if (!left.signal.aborted) await once(left.signal, 'abort')
      return { bytes: 9, range: null, body }
    },
  })
  server.once('request', (_, res) => res.once('close', () => left.abort()))
  const socket = get(port, `/${id}.jpg`)
  await once(server, 'request')
  socket.destroy()
  await Promise.all(handled)
  expect(body.destroyed).toBe(true)
})

describe('a store in trouble', () => {
  const fail = () => Promise.reject(new MediaStoreProblem('The store is down.'))
  test('503, and a cache keeps nothing', async () => {
    const { url, problems } = await serve({ ...fine, open: fail })
    const response = await fetch(`${url}/${id}.jpg`)
    expect(response.status).toBe(503)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'retry-after': '30',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
    expect(response.headers.get('etag')).toBeNull()
    expect(await response.text()).toBe(
      'The media are not available at the moment. Try again later\n',
    )
    expect(problems).toEqual(['The store is down.'])
  })

  test('it is cut off: the response ends early, and the reason is reported', async () => {
    async function* broken() {
      yield Buffer.from('half')
      throw new MediaStoreProblem('The store broke off.')
    }
    const file = { bytes: 9, range: null, body: Readable.from(broken()) }
    const { url, problems } = await serve({ ...fine, open: async () => file })
    await expect(fetch(`${url}/${id}.jpg`).then((response) => response.text())).rejects.toThrow()
    expect(problems).toEqual(['The store broke off.'])
  })
})

test('of clients that do not read, only some get a body; others are served when one leaves', async () => {
  const files = createFolderFiles(await tempFolder())
  const { store, url, port, handled } = await serve(files, { maximumBytes: 1024 * 1024 })
  const { id } = await putMedia(store, await largeClip())
  const slow = [1, 2].map(() => get(port, `/${id}.mp4`).pause())
  await expect.poll(() => handled).toHaveLength(2)
  const rejection = await fetch(`${url}/${id}.mp4`)
  expect([rejection.status, rejection.headers.get('retry-after')]).toEqual([503, '30'])
  slow[0]?.destroy()
  await handled[0]
  expect((await fetch(`${url}/${id}.mp4`, { headers: { Range: 'bytes=0-9' } })).status).toBe(206)
})

test.each([
  ['nothing', 0],
  ['almost nothing', 1000],
])('a client that takes %s loses its connection', async (_, bytes) => {
  const files = createFolderFiles(await tempFolder())
  const { store, port, handled } = await serve(files, { slowestPartMs: 100 })
  const { id } = await putMedia(store, await largeClip())
  const socket = get(port, `/${id}.mp4`).pause()
  const reading = setInterval(() => socket.read(bytes), 10)
  onTestFinished(() => clearInterval(reading))
  await expect.poll(() => handled).toHaveLength(1)
  await handled[0]
})

/** A store whose pictures are read only when the test lets them, and the keys of those that were. */
async function slowPictures() {
  const picture = await plainPicture(40, 30).jpeg().toBuffer()
  const read: string[] = []
  const { promise: opened, resolve: open } = signal()
  const resized = new Map<string, Buffer>()
  const fileOf = (bytes: Buffer, body = Readable.from([bytes])) => ({
    ...{ bytes: bytes.length, range: null, body },
  })
  const files: FileStore = {
    ...fine,
    drafts: createDrafts(await tempFolder()),
    async put(key, { path }) {
      resized.set(key, await readFile(path))
    },
    async open(key) {
      const made = resized.get(key)
      if (made) return fileOf(made)
      if (/\d\.(jpg|webp)$/.test(key.replace(/[0-9a-f]{32}/, ''))) return null
      if (!key.endsWith('.jpg')) return null
      async function* slowly() {
        read.push(key)
        await opened
        yield picture
      }
      return fileOf(picture, Readable.from(slowly()))
    },
  }
  return { files, read, open }
}

const pictureId = (index: number) => `${testMediaId}/${index.toString(16).padStart(32, '0')}`
const request320 = (port: number, id: string) => get(port, `/320/${id}.jpg`)

test('what waits to be resized holds no body', async () => {
  const { files, read, open } = await slowPictures()
  const { port, url, handled } = await serve(files, { maximumBytes: 64 * 1024 })
  const sockets = [1, 2, 3].map((index) => request320(port, pictureId(index)))
  await expect.poll(() => handled.length).toBe(3)
  await expect.poll(() => read.length).toBeGreaterThan(0)
  open()
  expect((await fetch(`${url}/${pictureId(9)}.jpg`)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('a resized picture is served although the store takes no copy of it', async () => {
  for (const put of [
    () => Promise.reject(new MediaStoreProblem('Full.')),
    () => new Promise<void>(() => {}),
  ]) {
    const { files, open } = await slowPictures()
    open()
    const { url } = await serve({ ...files, put })
    const response = await fetch(`${url}/320/${pictureId(1)}.jpg`)
    expect(response.status).toBe(200)
    const { width, format } = await sharp(await response.arrayBuffer()).metadata()
    expect({ width, format }).toEqual({ width: 40, format: 'jpeg' })
  }
})

test('a picture whose clients have all left is not resized', async () => {
  const { files, read, open } = await slowPictures()
  const { port, url, handled, problems } = await serve(files)
  for (let index = 0; index < decodingThreads; index += 1) request320(port, pictureId(index))
  await expect.poll(() => read.length).toBe(decodingThreads)
  const [left, right] = [request320(port, pictureId(100)), request320(port, pictureId(100))]
  const leaving = request320(port, pictureId(101))
  await expect.poll(() => handled.length).toBe(decodingThreads + 3)
  left.destroy()
  leaving.destroy()
  await expect.poll(() => Promise.race([handled.at(-1), 'waiting'])).not.toBe('waiting')
  open()
  await once(right, 'data')
  expect(read.map((key) => key.slice(-6))).toEqual([
    ...Array.from({ length: decodingThreads }, (_, index) => `0${index}.jpg`),
    '64.jpg',
  ])
  expect((await fetch(`${url}/320/${pictureId(101)}.jpg`)).status).toBe(200)
  expect(problems).toEqual([])
})

test('when too many wait, or one has waited too long, clients get a 503', async () => {
  const { files, read, open } = await slowPictures()
  const { url, port, handled, problems } = await serve(files, { longestWaitMs: 1500 })
  for (let index = 0; index < decodingThreads; index += 1) request320(port, pictureId(index))
  await expect.poll(() => read.length).toBe(decodingThreads)
  const waiting = Array.from({ length: 101 }, (_, index) =>
    fetch(`${url}/320/${pictureId(1000 + index)}.jpg`),
  )
  const first = await Promise.race(waiting)
  expect([first.status, first.headers.get('retry-after'), await first.text()]).toEqual([
    ...[503, '30', 'The media are not available at the moment. Try again later\n'],
  ])
  const responses = await Promise.all(waiting)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
  open()
  await Promise.all(handled)
  expect(read).toHaveLength(decodingThreads)
  expect(problems).toEqual([])
})

test('an account gets its picture before those that another one requested earlier', async () => {
  const { files, read, open } = await slowPictures()
  const { port, handled } = await serve(files)
  const count = decodingThreads + 20
  for (let index = 0; index < count; index += 1) request320(port, pictureId(index))
  await expect.poll(() => handled.length).toBe(count)
  const other = `${'f'.repeat(16)}/${'0'.repeat(32)}`
  request320(port, other)
  await expect.poll(() => handled.length).toBe(count + 1)
  open()
  await Promise.all(handled)
  expect(read).toHaveLength(count + 1)
  const place = read.findIndex((key) => key.includes('f'.repeat(16)))
  expect(place).toBeLessThanOrEqual(decodingThreads + 1)
})

/** A video that is larger than what sockets buffer. */
async function largeClip(): Promise<Buffer> {
  const free = Buffer.alloc(32 * 1024 * 1024)
  free.writeUInt32BE(free.length)
  free.write('free', 4, 'latin1')
  return Buffer.concat([clip, free])
}
