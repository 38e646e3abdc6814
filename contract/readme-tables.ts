// Writes the tables of README.md from the command; `--check` fails when they differ.
import { table, writeTables } from '../testing/readme-tables.ts'
import { checkCommand } from './src/commands/check.ts'
import { exitCodes } from './src/verdict/verdict.ts'

const silent = () => {}
const { env, stdout, stderr } = process
const command = checkCommand({ fetch, env, stdout, stderr, say: silent, end: silent, cwd: '' })

writeTables(new URL('README.md', import.meta.url), {
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
