import { type EmulatedFaultName, type Endpoint, type Fault, faults } from './faults.ts'

export interface FaultSettings {
  /** How many requests it affects; all by default. */
  times?: number
  /** The endpoints; by default those of the fault. */
  on?: readonly Endpoint[]
}

export interface ActiveFault {
  fault: EmulatedFaultName
  on: readonly Endpoint[]
  /** How many requests are left; null for all. */
  times: number | null
}

/** The active faults of each user. */
export interface ActiveFaults {
  set(userId: string, fault: EmulatedFaultName, settings?: FaultSettings): void
  /** Removes one fault, or all. */
  clear(userId: string, fault?: EmulatedFaultName): void
  of(userId: string): ActiveFault[]
  /** Returns the fault of a request, which counts as one of its times; null if there is none. */
  take(userId: string, endpoint: Endpoint, tokenNumber?: number): Fault | null
}

/** `tokenCount` returns how many tokens were issued: a fault that ends tokens does not end later ones. */
export function createActiveFaults(tokenCount: () => number): ActiveFaults {
  const active = new Map<string, (ActiveFault & { lastToken: number })[]>()
  const of = (userId: string) => active.get(userId) ?? []

  function clear(userId: string, name?: EmulatedFaultName): void {
    active.set(
      userId,
      of(userId).filter(({ fault }) => name !== undefined && fault !== name),
    )
  }

  return {
    clear,
    set(userId, fault, { times, on = faults[fault].on } = {}) {
      clear(userId, fault)
      active.set(userId, [
        ...of(userId),
        { fault, on, times: times ?? null, lastToken: tokenCount() },
      ])
    },
    of: (userId) => of(userId).map(({ fault, on, times }) => ({ fault, on, times })),
    take(userId, endpoint, tokenNumber = 0) {
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
