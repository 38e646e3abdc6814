/** Returns a number and its noun: `1 post`, `2 posts`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
