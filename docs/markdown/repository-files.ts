import { readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

export function readRepositoryFile(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

interface Part {
  /** `3-20`, counted from 1. */
  lines?: string | undefined
  /** The name between the comments `#region name` and `#endregion`. */
  region?: string | undefined
}

/** Returns the code of a file of the repository, or a part of it. */
export function codeFrom(path: string, { lines, region }: Part): string {
  const all = readRepositoryFile(path).trimEnd().split('\n')
  if (region) {
    const start = all.findIndex((line) => line.includes(`#region ${region}`))
    const end = all.findIndex((line, index) => index > start && line.includes('#endregion'))
    if (start < 0 || end < 0) throw new Error(`${path} has no region ${region}.`)
    return dedent(all.slice(start + 1, end))
  }
  if (!lines) return all.join('\n')
  const [from = 1, to = all.length] = lines.split('-').map(Number)
  return dedent(all.slice(from - 1, to))
}

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const least = Math.min(...indents)
  return lines.map((line) => line.slice(least)).join('\n')
}
