import { createTokenMemory } from './platform-limits.ts'
import { PlatformError } from './platform-problems.ts'

/** Names of fields, by the object that they belong to. */
type Fields<Part extends string> = Readonly<Record<Part, readonly string[]>>

interface FieldsParts {
  clock: () => number
  /** Is called with the fields that are no longer requested, written like `children.permalink`. */
  onUnknown(fields: string[]): void
}

const named = /nonexist\w* field \((\w+)\)/i

/**
 * Creates the fields that requests select. The platform rejects a whole request for one field that it does not know, which
 * depends on its version and may depend on the account: that field is left out then, for a day and this account. If the
 * platform names no field that can be left out, only those of `core` are requested.
 */
export function createRequestedFields<Part extends string>(
  all: Fields<Part>,
  core: Fields<Part>,
  { clock, onUnknown }: FieldsParts,
) {
  const parts = Object.keys(all) as Part[]
  const known = createTokenMemory<Fields<Part>>(clock)

  function select(
    fields: Fields<Part>,
    isRequested: (part: Part, name: string) => boolean,
  ): Fields<Part> {
    const selected: Record<Part, readonly string[]> = { ...fields }
    for (const part of parts) {
      selected[part] = fields[part].filter((name) => isRequested(part, name))
    }
    return selected
  }

  const without = (fields: Fields<Part>, fewer: Fields<Part>) =>
    parts.flatMap((part) =>
      fields[part].filter((name) => !fewer[part].includes(name)).map((name) => `${part}.${name}`),
    )

  /** Leaves out what the error is about. Returns null if there is nothing to leave out. */
  function leaveOut(fields: Fields<Part>, error: PlatformError): Fields<Part> | null {
    const field = named.exec(error.message)?.[1]
    const isCore = (part: Part, name: string) => core[part].includes(name)
    const others = select(fields, (part, name) => isCore(part, name) || name !== field)
    const fewer = without(fields, others).length > 0 ? others : select(fields, isCore)
    const unknown = without(fields, fewer)
    if (unknown.length === 0) return null
    onUnknown(unknown)
    return fewer
  }

  return {
    /** Sends a request with the fields, and again with fewer of them while the platform does not know one. */
    async request<Result>(
      token: string,
      send: (fields: Fields<Part>) => Promise<Result>,
    ): Promise<Result> {
      for (let fields = known.get(token) ?? all; ; known.set(token, fields)) {
        try {
          return await send(fields)
        } catch (error) {
          const isUnknown = error instanceof PlatformError && error.problem === 'unknown-field'
          const fewer = isUnknown ? leaveOut(fields, error) : null
          if (!fewer) throw error
          fields = fewer
        }
      }
    },
  }
}
