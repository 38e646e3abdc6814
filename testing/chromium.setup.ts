import { findChromium } from './chromium.ts'

/** Finds or installs the browser once, before several test files ask for it. */
export default async function setUpChromium() {
  await findChromium()
}
