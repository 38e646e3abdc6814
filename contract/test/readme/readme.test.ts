import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocks, readme } from './blocks.ts'
import { readmeOutput } from './readme-output.ts'

const action = parse(await readFile(new URL('../../action.yml', import.meta.url), 'utf8'))

test('the workflow of GitHub names inputs that there are', () => {
  const { jobs } = parse(blocks('yaml')[0] ?? '')
  const step = jobs.contract.steps.at(-1)
  expect(step.uses).toMatch(/\/contract@/)
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)))
})

test('the report is what the command says; else run `npm run readme -w @photofeed/contract`', async () => {
  const timeless = (text: string) => text.replace(/ in [\d.]+ seconds/, '')
  expect(timeless(readme)).toContain(timeless(await readmeOutput()))
})
