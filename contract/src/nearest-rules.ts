import { catalogue } from './rules/catalogue.ts'

const most = 3

/** The sentence about an id that no rule has. */
export function unknownRule(id: string): string {
  const near = nearestRules(id)
  const guess = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return `There is no rule ${id}.${guess} \`photofeed-contract list\` names them all.`
}

/** Ids that an unknown one was probably meant to be, the likeliest first. */
function nearestRules(unknown: string): string[] {
  // Nobody mistypes an id into one twice as long, and comparing takes the product of both lengths.
  if (unknown.length > 80) return []
  const typed = unknown.toLowerCase()
  return catalogue
    .map(({ id }) => ({ id, distance: distance(typed, id), shared: sharedWords(typed, id) }))
    .filter(({ id, distance, shared }) => distance <= id.length / 3 || shared > 0)
    .sort((one, other) => one.distance - one.shared * 4 - (other.distance - other.shared * 4))
    .slice(0, most)
    .map(({ id }) => id)
}

/** Ids are words between hyphens, and people remember the words. */
function sharedWords(one: string, other: string): number {
  const words = new Set(other.split('-'))
  return one.split('-').filter((word) => words.has(word)).length
}

/** How many letters must be put in, taken out or changed (Levenshtein). */
function distance(one: string, other: string): number {
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
