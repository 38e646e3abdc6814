/** The beginning of a text on one line, cut between words. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length + 1)
  const words = cut.slice(0, cut.lastIndexOf(' '))
  return `${(words || line.slice(0, length)).replace(/[\p{P}\s]+$/u, '')}…`
}
