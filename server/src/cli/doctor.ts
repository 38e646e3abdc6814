import { createCommand, Option } from '@commander-js/extra-typings'
import { options, type Settings, withOptions } from '../config.ts'
import {
  checkDatabase,
  checkDisk,
  checkJobs,
  checkMedia,
  checkSecret,
} from '../doctor/data-checks.ts'
import { broken, type Check, type Finding } from '../doctor/finding.ts'
import { checkDownloads, checkMail, checkPlatform, checkPurge } from '../doctor/network-checks.ts'
import { checkPlaces, checkSettings } from '../doctor/settings-checks.ts'
import { oneLine } from '../mail/plain-text.ts'
import { failedCheck, printResult } from './output.ts'

const checks: Record<string, Check> = {
  settings: checkSettings,
  disk: checkDisk,
  database: checkDatabase,
  secret: checkSecret,
  media: checkMedia,
  jobs: checkJobs,
  mail: checkMail,
  platform: checkPlatform,
  downloads: checkDownloads,
  purge: checkPurge,
}

const settingsOnly: Record<string, Check> = { settings: checkSettings, secret: checkPlaces }

/** Runs all checks and returns their findings in order. A check that throws is broken, and does not affect the others. */
async function examine(
  settings: Settings,
  checks: Record<string, Check>,
): Promise<(Finding & { check: string })[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const findings = await run(settings).catch((error: unknown) =>
        // Long enough for our own sentences, whose paths may be long.
        broken(oneLine(error instanceof Error ? error.message : String(error), 2000)),
      )
      return [findings].flat().map((finding) => ({ check, ...finding }))
    }),
  )
  return found.flat()
}

export const doctorCommand = withOptions(createCommand('doctor'), {
  checkSettings: new Option(
    '--check-settings',
    'look at the settings only, and open nothing: for pipelines that deploy them',
  ).default(false),
  ...options,
})
  .description(
    'look at everything that `start` with the same settings needs, and say what to do; ends with 1 if something is broken',
  )
  .action(async (settings, command) => {
    const found = await examine(settings, settings.checkSettings ? settingsOnly : checks)
    const lines = found.map(
      ({ check, level, sentence }) => `${level.padEnd(9)}${check.padEnd(10)}${sentence}\n`,
    )
    printResult(command, found, lines.join(''))
    if (found.some(({ level }) => level === 'broken')) throw failedCheck()
  })
