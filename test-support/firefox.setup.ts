import { debianCommand } from './debian-packages.ts'

/** Finds or installs Firefox before several workers do. */
export default async function setUp() {
  await debianCommand('firefox-esr')
}
