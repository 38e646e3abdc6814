import { createTokenMemory } from './platform-limits.ts'
import { PlatformError } from './platform-problems.ts'

/** Names of fields with their object, like `children.permalink`. */
type Fields = readonly string[]

const named = /nonexist\w* field \((\w+)\)/i

/**
 * Creates the fields that requests select. The platform rejects a whole request for one field that it does not know, which
 * depends on its version and may depend on the account: that field is left out then, for a day and this account. If the
 * platform names no field that can be left out, only those of `core` are requested. `onUnknown` gets what is left out.
 */
export function createRequestedFields(
  all: Fields,
  core: Fields,
  { clock, onUnknown }: { clock(): number; onUnknown(fields: string[]): void },
) {
  const known = createTokenMemory<Fields>(clock)

  /** Leaves out what the error is about. Returns null if there is nothing to leave out. */
  function leaveOut(fields: Fields, { message }: PlatformError): Fields | null {
    const unknown = `.${named.exec(message)?.[1]}`
    const others = fields.filter((field) => core.includes(field) || !field.endsWith(unknown))
    const fewer = others.length < fields.length ? others : core
    const leftOut = fields.filter((field) => !fewer.includes(field))
    if (leftOut.length === 0) return null
    onUnknown(leftOut)
    return fewer
  }

  return {
    /** Sends a request with the fields, and again with fewer of them while the platform does not know one. */
    async request<Result>(token: string, send: (fields: Fields) => Promise<Result>) {
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

/** Returns the names of an object's fields. */
export function fieldsOf(object: string, fields: Fields): string[] {
  const start = `${object}.`
  return fields.flatMap((field) => (field.startsWith(start) ? field.slice(start.length) : []))
}

/** Returns the fields of a schema with the name of their object. */
export function fieldsIn(object: string, { shape }: { shape: object }): string[] {
  return Object.keys(shape).map((name) => `${object}.${name}`)
}
