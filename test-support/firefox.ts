import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, firefox } from 'playwright-core'
import { debianCommand } from './debian-packages.ts'

const filter = fileURLToPath(new URL('firefox-filter.ts', import.meta.url))

/**
 * Starts Debian's Firefox, which Playwright drives by WebDriver BiDi. It emulates no media features and has no developer
 * tools protocol: tests of these run in Chromium only. The caller closes it.
 */
export async function launchFirefox(): Promise<Browser> {
  const path = await debianCommand('firefox-esr')
  const command = join(await mkdtemp(join(tmpdir(), 'photofeed-firefox-')), 'firefox')
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${filter}' '${path}' "$@"\n`)
  await chmod(command, 0o755)
  return firefox.launch({
    executablePath: command,
    channel: 'moz-firefox',
    headless: true,
    // Videos play without a click, and a busy machine ends no script.
    firefoxUserPrefs: { 'media.autoplay.default': 0, 'dom.max_script_run_time': 0 },
  })
}
