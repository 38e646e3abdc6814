import { readStored, store } from './storage.ts'

const parameter = 'photofeed'
const stored = 'photofeed-mock-link'

let isTaken = false

/**
 * Returns the scenario that the address of the page names, as in `?photofeed=invalid-token`, once. Null after a reload with
 * the same name: then the panel restores what the user has selected since.
 */
export function takeLinkedScenario(): string | null {
  if (isTaken) return null
  isTaken = true
  const name = new URLSearchParams(location.search).get(parameter)
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isApplied = entry?.type === 'reload' && readStored<string>(stored) === name
  store(stored, name)
  return isApplied ? null : name
}

/** Returns the message for a link that selects nothing. */
export function linkProblem(scenario: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The address of this page has ?${parameter}=${scenario}: ${reason}`
}
