import { findChromium } from './chromium.ts'
import { installPackages, pathOf } from './debian-packages.ts'

/** Finds or installs what the browser tests need, before several workers do. */
export default async function setUp() {
  if (pathOf('curl') === undefined && !(await installPackages('curl')))
    throw new Error('The tests run the curl commands that pages show. Install curl.')
  process.env.CHROMIUM_PATH = await findChromium()
}
