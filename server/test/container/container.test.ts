import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { launch } from '../../../test-support/processes.ts'
import { startCommand } from '../../src/cli/start.ts'
import { startAdminServer } from '../../src/operations/admin-server.ts'
import { settings as known } from '../../src/settings/settings.ts'
import { allOf, environmentOf, lastOf, readContainerfile } from './containerfile.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const stages = readContainerfile(read('server/Containerfile'))
const [build, image] = stages as [(typeof stages)[0], (typeof stages)[0]]
const environment = environmentOf(image)
const settings = new Map(Object.values(known).map((one) => [one.variable, one]))

test('the ignore files admit only what is copied, and both engines read the same list', () => {
  const list = read('.containerignore')
  const files = ['server/Containerfile', 'contract/Containerfile']
  for (const file of files) expect(read(`${file}.dockerignore`), file).toBe(list)
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  const folders = new Set(
    files
      .flatMap((file) => allOf(readContainerfile(read(file))[0] as typeof build, 'COPY'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
      .map((path) => path.split('/')[0]),
  )
  const admitted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(new Set(admitted)).toEqual(folders)
  expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/.env']))
})

test('all stages are of one image by its digest, and the first one runs on the machine itself', () => {
  const digest = /^node:24-slim@sha256:[0-9a-f]{64}$/
  expect(image.image).toMatch(digest)
  expect(readContainerfile(read('contract/Containerfile')).at(-1)?.image).toBe(image.image)
  expect(read('server/Containerfile')).toContain(
    `FROM --platform=$BUILDPLATFORM ${image.image} AS build`,
  )
  // What runs in the last stage would be emulated for another processor.
  expect(image.instructions.map(({ name }) => name)).not.toContain('RUN')
})

test('nothing of the last stage runs as root, and nothing secret is in it', () => {
  expect(lastOf(image, 'USER')).toBe('node')
  const after = image.instructions.slice(
    image.instructions.findIndex(({ name }) => name === 'USER'),
  )
  expect(after.map(({ name }) => name)).not.toContain('RUN')
  expect(Object.keys(environment).filter((name) => /SECRET|TOKEN|PASSWORD|KEY/.test(name))).toEqual(
    [],
  )
})

test('every setting is one that `start` has, with a value that it takes', () => {
  const named = Object.entries(environment).filter(([name]) => name.startsWith('PHOTOFEED_'))
  expect(named.length).toBeGreaterThan(3)
  for (const [name, value] of named) {
    const setting = settings.get(name)
    expect(setting?.variable).toBe(name)
    setting?.schema.parse(value)
  }
  expect(environment.PHOTOFEED_DATA).toBe(JSON.parse(lastOf(image, 'VOLUME'))[0])
  expect(lastOf(image, 'EXPOSE')).toBe(environment.PHOTOFEED_PORT)
  expect(lastOf(image, 'STOPSIGNAL')).toBe('SIGTERM')
  expect(JSON.parse(lastOf(image, 'CMD'))).toEqual([startCommand.name()])
})

test('the health check succeeds while the admin port responds, and fails when it does not', async () => {
  const [program, ...args] = JSON.parse(lastOf(image, 'HEALTHCHECK').replace(/^CMD /, ''))
  expect(program).toBe('node')
  const admin = await startAdminServer({
    ...{ host: '127.0.0.1', port: 0, onError: expect.unreachable },
    metrics: { scrape: expect.unreachable, contentType: '' },
    readiness: { report: expect.unreachable },
  })
  onTestFinished(admin.close)
  const check = async () => {
    const PHOTOFEED_ADMIN_PORT = new URL(admin.url).port
    const env = { ...process.env, PHOTOFEED_ADMIN_PORT }
    return (await launch(process.execPath, args, { env }).ended).code
  }
  expect(await check()).toBe(0)
  await admin.close()
  expect(await check()).toBe(1)
})
