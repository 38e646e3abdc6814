// Writes the tables of README.md from the command; `--check` fails when they differ.

import { checkCommand } from '../../contract/src/commands/check.ts'
import { exitCodes } from '../../contract/src/verdict/verdict.ts'
import { table, writeTables } from './readme-tables.ts'

const silent = () => {}
const { env, stdout, stderr } = process
const command = checkCommand({ fetch, env, stdout, stderr, say: silent, end: silent, cwd: '' })

writeTables(new URL('../../contract/README.md', import.meta.url), {
  options: table(
    ['Option', 'What it does', 'Default'],
    command.options
      .filter(({ long }) => long !== '--version')
      .map(({ flags, description, defaultValue, defaultValueDescription, argChoices }) => [
        `\`${flags}\``,
        argChoices ? `${description}: ${argChoices.join(', ')}` : description,
        defaultValue === false ? '' : String(defaultValueDescription ?? defaultValue ?? ''),
      ]),
  ),
  exits: table(
    ['Code', 'Meaning'],
    Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
  ),
})
