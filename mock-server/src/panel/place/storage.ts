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
