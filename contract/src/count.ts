/** Returns a number and its noun: `1 rule`, `2 rules`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
