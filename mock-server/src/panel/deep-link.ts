import { readStored, store } from './storage.ts'

const parameter = 'photofeed'
const stored = 'photofeed-mock-link'

/**
 * Returns the scenario that the address of the page names, as in `?photofeed=invalid-token`. Null after a reload with the
 * same name: then the panel restores what the user has selected since.
 */
function readLink(): string | null {
  const name = new URLSearchParams(location.search).get(parameter)
  const isReload = performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'reload')
  const isApplied = isReload && readStored<string>(stored) === name
  store(stored, name)
  return isApplied ? null : name
}

let link: string | null | undefined
const linked = new Set<string>()

/** Returns the scenario that the link selects in the mock of this address, once for each mock. */
export function takeLinkedScenario(address: string): string | null {
  if (link === undefined) link = readLink()
  if (linked.has(address)) return null
  linked.add(address)
  return link
}

/** Returns the message for a link that selects nothing. */
export function linkProblem(scenario: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The address of this page has ?${parameter}=${scenario}: ${reason}`
}
