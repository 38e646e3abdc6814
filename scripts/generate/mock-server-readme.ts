// Writes the tables of README.md from the source; `--check` fails when they differ.

import { scenarios } from '../../mock-server/src/scenarios.ts'
import { transitions } from '../../mock-server/src/transitions.ts'
import { table, writeTables } from './readme-tables.ts'

writeTables(new URL('../../mock-server/README.md', import.meta.url), {
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
