import { shareChromium } from './chromium.ts'
import { installPackage, pathOf } from './debian-packages.ts'

/** Starts one browser for all test files, and installs what they need. */
export default async function setUp() {
  if (pathOf('curl') === undefined && !(await installPackage('curl')))
    throw new Error('The tests run the curl commands that pages show. Install curl.')
  return shareChromium()
}
