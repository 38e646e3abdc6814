/**
 * A text from outside on one line of a terminal, cut at a length. Control characters would not be shown but obeyed.
 */
export function line(text: string, length: number): string {
  const words = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment)
  return letters.length <= length
    ? words
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
