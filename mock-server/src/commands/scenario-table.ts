import type { ListedScenario } from '../accounts/account-seed.ts'
import { controlPrefix } from '../standalone/control.ts'

/** What a terminal shows: every scenario with an address to click. */
export function scenarioTable(url: string, scenarios: readonly ListedScenario[]): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 4)
  const entries = scenarios.map(
    ({ name, plan, status, description, apiKey }) =>
      `  ${name.padEnd(width)}  ${plan}, ${status}: ${description}\n${indent}${url}/api/v1/me?api_key=${apiKey}`,
  )
  return [
    `photofeed mock on ${url}`,
    `Control page, with RSS and GraphQL addresses: ${url}${controlPrefix}`,
    '',
    ...entries,
  ].join('\n')
}
