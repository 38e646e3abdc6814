/** The known name that an unknown one was probably meant to be; undefined when none is near. */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  // Nobody mistypes a name into one twice as long, and comparing takes the product of both lengths.
  if (unknown.length > 40) return undefined
  const [nearest] = known
    .map((name) => ({ name, edits: editsBetween(unknown.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits)
  return nearest && nearest.edits <= Math.ceil(nearest.name.length / 3) ? nearest.name : undefined
}

/** How many letters must be put in, taken out or changed (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
