import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocks } from './blocks.ts'

const action = parse(await readFile(new URL('../../action.yml', import.meta.url), 'utf8'))

test('the workflow of GitHub names inputs that there are', () => {
  const { jobs } = parse(blocks('yaml')[0] ?? '')
  const step = jobs.contract.steps.at(-1)
  expect(step.uses).toMatch(/\/contract@/)
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)))
})
