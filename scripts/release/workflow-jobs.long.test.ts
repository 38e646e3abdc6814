import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageFolders, readManifest } from '../packages.ts'
import { WorkflowRunner } from './workflow-runner.ts'

const minutes = 60_000
/** Creating the runner's user needs root. */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux' && process.arch === 'x64'

describe.skipIf(!isRoot)('jobs of ci.yml on a runner', () => {
  let runner: WorkflowRunner
  beforeAll(async () => {
    runner = await WorkflowRunner.create()
  })
  afterAll(() => runner?.close())

  // Its artifacts are the packages of the jobs below.
  test('test', { timeout: 60 * minutes }, async () => {
    const { output, left } = await runner.run('ci.yml', 'test')
    expect(output).toMatch(/Tests .*passed/)
    expect(left).toEqual([])
  })

  test('packages', { timeout: 15 * minutes }, async () => {
    const { output, left } = await runner.run('ci.yml', 'packages', { node: '24' })
    expect(output).toContain('@photofeed/sdk/graphql')
    expect(output).toMatch(/passed/)
    expect(left).toEqual([])
  })

  test.each(packageFolders)('lowest-node: %s', { timeout: 15 * minutes }, async (folder) => {
    const { version, engines } = readManifest(folder)
    const node = engines.node.replace('>=', '')
    const { output, left } = await runner.run('ci.yml', 'lowest-node', { package: folder, node })
    if (!['sdk', 'element'].includes(folder))
      expect(output).toMatch(new RegExp(`photofeed-\\w+ ${version}$`, 'm'))
    expect(left).toEqual([])
  })
})
