import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMockServer } from '../../../mock-server/src/node.ts'
import { npmInstall, pinned } from '../../../test-support/npm-install.ts'
import { namedBlock } from '../readme/blocks.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const sdk = fileURLToPath(new URL('../..', import.meta.url))
const tool = (name: string) => join(root, 'node_modules/.bin', name)
let project: string

/** A project with the packed SDK and the two generators. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'photofeed-definitions-'))
  await run('npm', ['pack', '--pack-destination', project], { cwd: sdk })
  const [tarball = ''] = await readdir(project)
  // Without these overrides, GraphQL Code Generator depends on a version that is not on npm.
  const overrides = { '@graphql-tools/delegate': '12.2.1', '@graphql-tools/wrap': '11.2.1' }
  const manifest = { private: true, type: 'module', overrides }
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  const tools = ['@graphql-codegen/cli@7.4.3', 'gql.tada@1.11.3']
  const versions = await Promise.all(['graphql', 'typescript'].map(pinned))
  await npmInstall(project, join(project, tarball), ...tools, ...versions)
  await mkdir(join(project, 'src'))
}, 180_000)
afterAll(() => rm(project, { recursive: true, force: true }))

const tsconfig = {
  compilerOptions: {
    ...{
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: [],
    },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    plugins: [
      {
        name: 'gql.tada/ts-plugin',
        schema: './node_modules/@photofeed/sdk/dist/schema.graphql',
        tadaOutputLocation: './src/graphql-env.d.ts',
      },
    ],
  },
  include: ['src'],
}

/** Type-checks a program and runs it against the mock. */
async function outputOf(file: string, code: string) {
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(tsconfig))
  const path = join(project, 'src', file)
  await writeFile(path, code)
  await run(tool('tsc'), ['-p', project]).catch(({ stdout }) => {
    throw new Error(stdout)
  })
  const mock = await startMockServer()
  try {
    const env = { ...process.env, PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: mock.key('premium') }
    return (await run(process.execPath, [path], { env })).stdout
  } finally {
    await mock.close()
  }
}

const start = `
import { createFeed } from '@photofeed/sdk'
import { graphql as send } from '@photofeed/sdk/graphql'
const feed = createFeed({ baseUrl: process.env.PHOTOFEED_URL!, apiKey: process.env.PHOTOFEED_KEY! })
declare const process: { env: Record<string, string | undefined> }
`
const checks = `
const { data } = await send(feed, document, { first: 2 })
const username: string | undefined = data.me?.username
console.log(username, data.me?.posts.length)
// @ts-expect-error: the document does not select this field
data.me?.biography
`

test('documents of GraphQL Code Generator, by the README', async () => {
  const { code } = await namedBlock('GraphQL 2')
  await writeFile(join(project, 'codegen.ts'), code)
  const own = 'query Newest($first: Int) { me(first: $first) { username posts { id } } }'
  await writeFile(
    join(project, 'src/document.ts'),
    `import { graphql } from './gql/index.ts'\nexport const document = graphql(\`${own}\`)\n`,
  )
  await run(join(project, 'node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts'], {
    cwd: project,
  }).catch(({ stdout, stderr }) => {
    throw new Error(stdout + stderr)
  })
  const imports = `import { NewestDocument as document } from './gql/graphql.ts'\n`
  expect(await outputOf('generated.ts', `${imports}${start}${checks}`)).toBe(
    'harbour.and.hearth 2\n',
  )
})

test('documents of gql.tada', async () => {
  await rm(join(project, 'src'), { recursive: true })
  await mkdir(join(project, 'src'))
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(tsconfig))
  await run(
    process.execPath,
    [join(project, 'node_modules/gql.tada/bin/cli.js'), 'generate-output'],
    {
      cwd: project,
    },
  )
  const imports = `import { initGraphQLTada } from 'gql.tada'
import type { introspection } from './graphql-env.d.ts'
const graphql = initGraphQLTada<{ introspection: introspection }>()
const document = graphql('query ($first: Int) { me(first: $first) { username posts { id } } }')
`
  expect(await outputOf('tada.ts', `${imports}${start}${checks}`)).toBe('harbour.and.hearth 2\n')
})

test.each(['openapi.json', 'openapi-3.0.json'])('%s feeds openapi-typescript', async (name) => {
  const file = join(project, 'node_modules/@photofeed/sdk/dist', name)
  const { stdout } = await run(tool('openapi-typescript'), [file])
  expect(stdout).toContain('"/api/v1/me"')
})
