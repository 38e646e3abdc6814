import { checkCommand } from '../../contract/src/commands/check.ts'
import { exitCodes } from '../../contract/src/run/verdict.ts'
import { scenarios } from '../../mock-server/src/accounts/scenarios.ts'
import { transitions } from '../../mock-server/src/accounts/transitions.ts'
import { readText } from '../packages.ts'
import { errorTable } from './error-table.ts'
import { table, withTables } from './tables.ts'

/** Returns the READMEs of packages, and their manuals, with the tables that follow from their sources. */
export function generate() {
  const { scenarios, transitions } = mockTables()
  const { options, exits } = contractTables()
  const tables = {
    'docs/manual/sdk.md': { errors: errorTable() },
    'mock-server/README.md': { scenarios },
    'docs/manual/mock-server.md': { transitions },
    'contract/README.md': { exits },
    'docs/manual/contract.md': { options },
  }
  return Object.fromEntries(
    Object.entries(tables).map(([path, tables]) => [path, withTables(readText(path), tables)]),
  )
}

function mockTables() {
  return {
    scenarios: table(
      ['Scenario', 'Plan', 'Status', 'What it shows'],
      scenarios.map(({ name, plan, status, description }) => [
        `\`${name}\``,
        plan,
        status,
        description,
      ]),
    ),
    transitions: table(
      ['Transition', 'What happens'],
      Object.entries(transitions).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  }
}

function contractTables() {
  const { env, stdout, stderr } = process
  const silent = () => {}
  const interrupted = () => Promise.resolve()
  const parts = { fetch, env, stdout, stderr, cwd: '', interrupted }
  const command = checkCommand({ ...parts, say: silent, end: silent })
  return {
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
  }
}
