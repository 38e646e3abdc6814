import { findChromium } from './chromium.ts'
import { installPackage, pathOf } from './debian-packages.ts'

/** Finds or installs what several test files ask for, once before them all. */
export default async function setUp() {
  await findChromium()
  if (pathOf('curl') !== undefined || (await installPackage('curl'))) return
  throw new Error(
    'The tests type the commands that pages show, and curl is not installed. Install it.',
  )
}
