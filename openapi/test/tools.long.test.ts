// openapi.yaml in tools that read it and do not generate clients.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmInstall } from '../../test-support/npm-install.ts'

const definition = fileURLToPath(new URL('../openapi.yaml', import.meta.url))
let folder: string
let load: NodeJS.Require

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-tools-'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await npmInstall(
    folder,
    '@apidevtools/swagger-parser@13.1.0',
    '@stoplight/spectral-cli@6.16.3',
    'openapi-to-postmanv2@6.3.3',
  )
  load = createRequire(join(folder, 'package.json'))
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('swagger-parser accepts the definition', async () => {
  const parser = load('@apidevtools/swagger-parser')
  const { info } = await (parser.default ?? parser).validate(definition)
  expect(info.title).toBe('photofeed')
})

test('Spectral has no error, and one warning that does not apply', async () => {
  const ruleset = join(folder, 'spectral.yaml')
  await writeFile(ruleset, 'extends: ["spectral:oas"]\n')
  const args = ['lint', definition, '--ruleset', ruleset, '--format', 'json', '--quiet']
  const { stdout } = await promisify(execFile)(join(folder, 'node_modules/.bin/spectral'), args)
  // The contact is the operator of a deployment, and the definition is for any deployment.
  expect(JSON.parse(stdout).map(({ code }: { code: string }) => code)).toEqual(['info-contact'])
})

test('Postman makes a request of each operation', async () => {
  const { convert } = load('openapi-to-postmanv2')
  const { result, reason, output } = await promisify(convert)(
    { type: 'file', data: definition },
    {},
  )
  expect([result, reason]).toEqual([true, undefined])
  type Item = { item?: Item[]; request?: { method: string; url: { path: string[] } } }
  const requests = ({ item = [], request }: Item): string[] => [
    ...(request ? [`${request.method} /${request.url.path.join('/')}`] : []),
    ...item.flatMap(requests),
  ]
  expect(requests(output[0].data)).toEqual([
    ...['OPTIONS /api/v1/me', 'GET /api/v1/me', 'OPTIONS /api/v1/accounts', 'GET /api/v1/accounts'],
    ...['OPTIONS /api/v1/rss', 'GET /api/v1/rss'],
    ...['OPTIONS /graphql', 'GET /graphql', 'POST /graphql'],
  ])
})
