/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a body has errors, each of which has these texts. */
export function hasErrors<Name extends string>(
  body: unknown,
  ...names: Name[]
): body is { errors: (Record<Name, string> & Record<string, unknown>)[]; data?: unknown } {
  if (!isObject(body) || !Array.isArray(body.errors) || body.errors.length === 0) return false
  return body.errors.every(
    (error) => isObject(error) && names.every((name) => typeof error[name] === 'string'),
  )
}
