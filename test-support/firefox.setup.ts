import { debianCommand } from './debian-packages.ts'

/** Finds or installs Firefox and its decoder of videos before several workers do. */
export default async function setUp() {
  await debianCommand('firefox-esr', 'firefox-esr libavcodec-extra')
}
