import leven from 'leven'

/** The known name that an unknown one was probably meant to be; undefined when none is near. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  // Nobody mistypes a name into one twice as long, and comparing takes the product of both lengths.
  if (unknown.length > 40) return undefined
  const [nearest] = known
    .map((name) => ({ name, edits: leven(unknown.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits)
  return nearest && nearest.edits <= Math.ceil(nearest.name.length / 3) ? nearest.name : undefined
}
