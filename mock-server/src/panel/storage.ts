// What survives a reload of the tab, and the scenario that the address of the page names.

/** Returns a value that survives a reload of the tab; null if there is none. */
export function readStored<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null
  } catch {
    // Storage is blocked, or contains a value of another script.
    return null
  }
}

export function store(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage the panel works, but forgets its state on a reload.
  }
}

const storedLink = 'photofeed-mock-link'

let isTaken = false

/**
 * Returns the scenario that the address of the page names, as in `?photofeed=invalid-token`, once. Null after a reload with
 * the same name: then the panel restores what the user has selected since.
 */
export function takeLinkedScenario(): string | null {
  if (isTaken) return null
  isTaken = true
  const name = new URLSearchParams(location.search).get('photofeed')
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isApplied = entry?.type === 'reload' && readStored<string>(storedLink) === name
  store(storedLink, name)
  return isApplied ? null : name
}
