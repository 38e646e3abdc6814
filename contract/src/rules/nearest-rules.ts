import leven from 'leven'
import { catalogue } from './catalogue.ts'

const most = 3

/** The sentence about an id that no rule has. */
export function unknownRule(id: string): string {
  const near = nearestRules(id)
  const guess = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return `There is no rule ${id}.${guess} \`npx @photofeed/contract list\` names them all.`
}

/** Ids that an unknown one was probably meant to be, the likeliest first. */
function nearestRules(unknown: string): string[] {
  // Nobody mistypes an id into one twice as long, and comparing takes the product of both lengths.
  if (unknown.length > 80) return []
  const typed = unknown.toLowerCase()
  return catalogue
    .map(({ id }) => ({ id, distance: leven(typed, id), shared: sharedWords(typed, id) }))
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
