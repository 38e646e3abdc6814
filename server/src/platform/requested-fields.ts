import { PlatformError } from './platform-problems.ts'

/** Names of fields with their object, like `children.permalink`. */
type Fields = readonly string[]

const named = /nonexist\w* field \((\w+)\)/i

/**
 * Creates the function that sends requests with fields. The platform rejects a whole request for one field that it does not
 * know, which depends on its version and may depend on the account: the request is sent again without that field, and so are
 * later ones. If the platform names no field that can be left out, only those of `core` are requested. `onUnknown` gets what
 * is left out.
 */
export function requestingFields(all: Fields, core: Fields, onUnknown: (fields: string[]) => void) {
  let known = all

  /** Leaves out what the error is about. Returns false if there is nothing to leave out. */
  function leaveOut({ message }: PlatformError): boolean {
    const unknown = `.${named.exec(message)?.[1]}`
    const others = known.filter((field) => core.includes(field) || !field.endsWith(unknown))
    const fewer = others.length < known.length ? others : core
    const leftOut = known.filter((field) => !fewer.includes(field))
    if (leftOut.length > 0) onUnknown(leftOut)
    known = fewer
    return leftOut.length > 0
  }

  return async function request<Result>(send: (fields: Fields) => Promise<Result>) {
    for (;;) {
      try {
        return await send(known)
      } catch (error) {
        const isUnknown = error instanceof PlatformError && error.problem === 'unknown-field'
        if (!isUnknown || !leaveOut(error)) throw error
      }
    }
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
