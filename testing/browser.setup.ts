import type { TestProject } from 'vitest/node'
import { shareChromium } from './chromium.ts'
import { installPackage, pathOf } from './debian-packages.ts'

/** Starts the browsers of the test files, and installs what they need. */
export default async function setUp({ config }: TestProject) {
  if (pathOf('curl') === undefined && !(await installPackage('curl')))
    throw new Error('The tests run the curl commands that pages show. Install curl.')
  return shareChromium(Number(config.maxWorkers))
}
