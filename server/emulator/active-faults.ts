import { type EmulatedFaultName, type Endpoint, type Fault, faults } from './faults.ts'

export interface ActiveFault {
  fault: EmulatedFaultName
  on: readonly Endpoint[]
  /** How many requests are left; null for all. */
  times: number | null
}

/**
 * Creates the record of each user's active faults. `tokenCount` returns how many tokens were issued: a fault that ends
 * tokens does not end later ones.
 */
export function createActiveFaults(tokenCount: () => number) {
  const active = new Map<string, (ActiveFault & { lastToken: number })[]>()
  const of = (userId: string) => active.get(userId) ?? []

  /** Removes one fault, or all. */
  function clear(userId: string, name?: EmulatedFaultName): void {
    active.set(
      userId,
      of(userId).filter(({ fault }) => name !== undefined && fault !== name),
    )
  }

  return {
    clear,
    /** The fault affects `times` requests, all by default, to its own endpoints or those of `on`. */
    set(
      userId: string,
      fault: EmulatedFaultName,
      { times, on = faults[fault].on }: { times?: number; on?: readonly Endpoint[] } = {},
    ): void {
      clear(userId, fault)
      active.set(userId, [
        ...of(userId),
        { fault, on, times: times ?? null, lastToken: tokenCount() },
      ])
    },
    of: (userId: string): ActiveFault[] =>
      of(userId).map(({ fault, on, times }) => ({ fault, on, times })),
    /** Returns the fault of a request, which counts as one of its times; null if there is none. */
    take(userId: string, endpoint: Endpoint, tokenNumber = 0): Fault | null {
      const found = of(userId).find(({ fault, on, lastToken }) => {
        const known: Fault = faults[fault]
        return on.includes(endpoint) && !(known.endsTokens && tokenNumber > lastToken)
      })
      if (!found) return null
      if (found.times !== null) {
        found.times -= 1
        if (found.times === 0) clear(userId, found.fault)
      }
      return faults[found.fault]
    },
  }
}
