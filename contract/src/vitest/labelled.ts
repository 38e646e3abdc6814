const width = 'definition  '.length

/** Lines of a label and its text, in two columns. */
export function labelled(lines: Record<string, string>): string[] {
  return Object.entries(lines).map(([label, text]) => `${label.padEnd(width)}${text}`)
}
