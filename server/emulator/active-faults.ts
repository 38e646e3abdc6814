import { type EmulatedFaultName, type Endpoint, type Fault, faults, type Json } from './faults.ts'

export interface ActiveFault {
  fault: EmulatedFaultName
  on: readonly Endpoint[]
  /** How many requests are left; null for all. */
  times: number | null
}

/**
 * Creates the record of each user's active faults. `newestToken` returns the number of the user's last token: a fault that
 * ends tokens does not end later ones.
 */
export function createActiveFaults(newestToken: (userId: string) => number) {
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
        { fault, on, times: times ?? null, lastToken: newestToken(userId) },
      ])
    },
    /** Returns the faults that affect the user's newest token. */
    of: (userId: string): ActiveFault[] =>
      of(userId)
        .filter((fault) => !isOver(fault, newestToken(userId)))
        .map(({ fault, on, times }) => ({ fault, on, times })),
    /** Returns what goes wrong with a request, which counts as one of the times of each of its faults; null if nothing does. */
    take(userId: string, endpoint: Endpoint, tokenNumber = 0): Fault | null {
      const found = of(userId).filter(
        (fault) => fault.on.includes(endpoint) && !isOver(fault, tokenNumber),
      )
      for (const one of found) {
        if (one.times === null) continue
        one.times -= 1
        if (one.times === 0) clear(userId, one.fault)
      }
      return found.map(({ fault }): Fault => faults[fault]).reduce(combine, null)
    },
  }
}

/** Whether a token was issued after the fault had ended the earlier ones. */
function isOver(
  { fault, lastToken }: { fault: EmulatedFaultName; lastToken: number },
  token: number,
) {
  const { endsTokens }: Fault = faults[fault]
  return endsTokens === true && token > lastToken
}

/** Returns one fault with all that goes wrong; of two errors, the first. */
function combine(one: Fault | null, other: Fault): Fault {
  if (!one) return other
  const edits = [one.edit, other.edit]
  return {
    ...other,
    ...one,
    lacks: { ...other.lacks, ...one.lacks },
    edit: (json) => edits.reduce((edited, edit) => (edit ? (edit(edited) as Json) : edited), json),
  }
}
