const most = 20

/** The lines of a definition that belong to the one with this number: it, and those that stand deeper below it. */
export function definitionExcerpt(text: string, line: number): string[] {
  const [first = '', ...rest] = text.split('\n').slice(line - 1)
  const depth = indentOf(first)
  const end = rest.findIndex((next) => next.trim() === '' || indentOf(next) <= depth)
  const inner = rest.slice(0, end === -1 ? rest.length : end)
  const lines = [first, ...inner].slice(0, most)
  const width = String(line + lines.length - 1).length
  const numbered = lines.map((text, index) =>
    `${String(line + index).padStart(width)}  ${text.slice(depth)}`.trimEnd(),
  )
  return inner.length >= most ? [...numbered, `${' '.repeat(width)}  …`] : numbered
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
