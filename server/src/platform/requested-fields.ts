import { PlatformError } from './platform-problems.ts'

/** Names of fields, by the object that they belong to. */
type Fields<Part extends string> = Readonly<Record<Part, readonly string[]>>

interface FieldsParts {
  clock: () => number
  /** Is called with the fields that are no longer requested, written like `children.permalink`. */
  onUnknown(fields: string[]): void
}

export type RequestedFields<Part extends string> = ReturnType<typeof createRequestedFields<Part>>

const day = 86_400_000
const named = /nonexist\w* field \((\w+)\)/i

/**
 * Creates the fields that requests select. The platform rejects a whole request for one field that its version does not
 * know: that field is left out then, and requested again after a day. If the platform names no field that can be left out,
 * only those of `core` are requested.
 */
export function createRequestedFields<Part extends string>(
  all: Fields<Part>,
  core: Fields<Part>,
  { clock, onUnknown }: FieldsParts,
) {
  const parts = Object.keys(all) as Part[]
  let fields = all
  let changedAt = 0

  function select(isRequested: (part: Part, name: string) => boolean): Fields<Part> {
    const selected: Record<Part, readonly string[]> = { ...fields }
    for (const part of parts) {
      selected[part] = fields[part].filter((name) => isRequested(part, name))
    }
    return selected
  }
  const isEqual = (other: Fields<Part>) =>
    parts.every((part) => fields[part].length === other[part].length)

  /** Leaves out what the error is about. Returns whether there was something to leave out. */
  function leaveOut(error: PlatformError): boolean {
    const field = named.exec(error.message)?.[1]
    const isCore = (part: Part, name: string) => core[part].includes(name)
    const others = select((part, name) => isCore(part, name) || name !== field)
    const next = isEqual(others) ? select(isCore) : others
    if (isEqual(next)) return false
    onUnknown(
      parts.flatMap((part) =>
        fields[part].filter((name) => !next[part].includes(name)).map((name) => `${part}.${name}`),
      ),
    )
    fields = next
    changedAt = clock()
    return true
  }

  return {
    /** Sends a request with the fields, and again with fewer of them while the platform does not know one. */
    async request<Result>(send: (fields: Fields<Part>) => Promise<Result>): Promise<Result> {
      if (Math.abs(clock() - changedAt) >= day) fields = all
      for (;;) {
        const sent = fields
        try {
          return await send(sent)
        } catch (error) {
          const isUnknown = error instanceof PlatformError && error.problem === 'unknown-field'
          // Another request may have left it out in the meantime.
          if (!isUnknown || (sent === fields && !leaveOut(error))) throw error
        }
      }
    },
  }
}
