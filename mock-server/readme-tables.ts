// Writes the tables of README.md from the source; `--check` fails when they differ.
import { table, writeTables } from '../testing/readme-tables.ts'
import { scenarios } from './src/scenarios.ts'
import { transitions } from './src/transitions.ts'

writeTables(new URL('README.md', import.meta.url), {
  scenarios: table(
    ['Scenario', 'Plan', 'Status', 'What it shows', 'API key'],
    scenarios.map(({ name, plan, status, description, apiKey }) => [
      `\`${name}\``,
      plan,
      status,
      description,
      `\`${apiKey}\``,
    ]),
  ),
  transitions: table(
    ['Transition', 'What happens'],
    Object.entries(transitions).map(([name, { description }]) => [`\`${name}\``, description]),
  ),
})
