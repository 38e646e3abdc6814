import { createInterface } from 'node:readline'
import { type CommandUnknownOpts, createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { examine } from '../doctor/doctor.ts'
import { comparePlatform, type Finding } from '../platform/platform-check.ts'
import { option, withOptions, withVariables } from '../settings/setting.ts'
import { flag, text } from '../settings/setting-values.ts'
import { jsonOption, settings } from '../settings/settings.ts'
import { failedCheck, printResult } from './output.ts'

function printFindings(command: CommandUnknownOpts, all: readonly Finding[]): void {
  const found = all.map((one) => ({ ...one, sentence: withVariables(command, one.sentence) }))
  const lines = found.map(
    ({ check, level, sentence }) => `${level.padEnd(12)}${check.padEnd(10)}${sentence}\n`,
  )
  printResult(command, found, lines.join(''))
  if (found.some(({ level }) => level === 'broken')) throw failedCheck()
}

export const doctorCommand = withOptions(createCommand('doctor'), {
  checkSettings: option('--check-settings', flag, {
    description:
      'look at what `start` rejects only, and test nothing: for pipelines that deploy the settings',
  }),
  ...settings,
  ...jsonOption,
})
  .description(
    'look at everything that `start` with the same settings needs, and say what to do; ends with 1 if something is broken',
  )
  .action(async (settings, command) => {
    printFindings(command, await examine(settings, !settings.checkSettings))
  })

/** Reads the first line of standard input. A terminal shows what is typed; the history of the shell does not have it. */
async function readToken(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Paste the token of an account: ')
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

const { platformUrl, platformVersion, mediaHosts, mediaOrigins } = settings

export const platformCommand = createCommand('platform')
  .description('the photo platform')
  .addCommand(
    withOptions(createCommand('check'), {
      token: option('--token <text>', text.optional(), {
        description:
          'a token of the account to read; by default it is read from standard input, because command lines are visible',
      }),
      ...{ platformUrl, platformVersion, mediaHosts, mediaOrigins },
      ...jsonOption,
    })
      .description(
        'read an account and its newest posts from the platform, and compare the responses with what the server expects; changes nothing, and ends with 1 if something is broken. The report has no token, id or URL',
      )
      .action(async (settings, command) => {
        const token = (settings.token ?? (await readToken())).trim()
        if (!/^[\x21-\x7e]{1,4096}$/.test(token)) {
          throw new UserError(
            'There is no token. Generate one in the app on the platform, and pass it on standard input or as --token.',
          )
        }
        printFindings(command, await comparePlatform(settings, token))
      }),
  )
