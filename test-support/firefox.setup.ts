import { debianCommand } from './debian-packages.ts'

/** Finds or installs Firefox and its decoder of videos before several workers do. Without them each test fails by itself, so that the others run. */
export default async function setUp() {
  await debianCommand('firefox-esr', 'firefox-esr libavcodec-extra').catch(console.error)
}
