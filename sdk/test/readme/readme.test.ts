import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { typeErrors } from '../../../test-support/type-errors.ts'
import { namedBlock, readmeBlocks } from './blocks.ts'
import { createExpectedLines, type Outcome, outcomes, outcomesIn } from './outcomes.ts'
import { programOf, readable, runInNode } from './program.ts'

const blocks = await readmeBlocks()

let mock: MockServer
let printed: Record<string, string[]>
beforeAll(async () => {
  mock = await startMockServer({ clock: () => Date.UTC(2026, 10, 20), warnings: 'strict' })
  const programs = outcomesIn('node').map(async ([name, outcome]) => [
    name,
    await programOf(await namedBlock(name), serviceOf(outcome), 'node', outcome.look),
  ])
  printed = await runInNode(Object.fromEntries(await Promise.all(programs)))
})
afterAll(() => mock?.close())

function serviceOf({ scenario = 'premium' }: Outcome) {
  return { baseUrl: mock.url, apiKey: mock.key(scenario), otherKey: mock.key('free') }
}

test('every block of the README has an outcome or an excuse', () => {
  expect(Object.keys(outcomes)).toEqual(blocks.map(({ name }) => name))
})

test.each(outcomesIn('node'))('%s runs', (name, outcome) => {
  const service = serviceOf(outcome)
  expect(printed[name]?.map((line) => readable(line, service))).toEqual(
    createExpectedLines(outcome, (pattern) => expect.stringMatching(pattern)),
  )
})

test('every TypeScript block of the README type-checks', async () => {
  // Their packages are no dependencies here: definitions.long.test.ts and astro.long.test.ts run what these blocks show.
  const others = ['GraphQL 2', 'Astro 1']
  const typed = blocks.filter(
    ({ language, name }) => /^tsx?$/.test(language) && !others.includes(name),
  )
  expect(typed.length).toBeGreaterThan(10)
  const modules = typed.map(({ name, language, code }) => [
    `${name.replaceAll(' ', '-')}.${language}`,
    `${code}\nexport {}\n`,
  ])
  const options = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', jsx: 'react-jsx' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], skipLibCheck: true },
    allowImportingTsExtensions: true,
    paths: { 'next/image': [join(import.meta.dirname, 'next-image.ts')] },
  }
  const globals = join(import.meta.dirname, 'globals.mts')
  expect(await typeErrors(Object.fromEntries(modules), options, [globals])).toEqual([])
})
