import { readFileSync, writeFileSync } from 'node:fs'

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** The text with each table in its place: between `<!-- name: made by … -->` and the next `<!-- end -->`. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  let result = text
  for (const [name, content] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name}: made by [^>]+ -->\n)[\\s\\S]*?(<!-- end -->)`)
    if (!place.test(result)) throw new Error(`There is no place for the table ${name}.`)
    result = result.replace(place, (_, start, end) => `${start}\n${content}\n\n${end}`)
  }
  return result
}

/** Writes tables into a README. With `--check` on the command line it fails when they differ instead. */
export function writeTables(readme: URL, tables: Readonly<Record<string, string>>): void {
  const before = readFileSync(readme, 'utf8')
  const after = withTables(before, tables)
  if (!process.argv.includes('--check')) {
    writeFileSync(readme, after)
  } else if (after !== before) {
    console.error(`${readme.pathname} is out of date: run \`npm run generate\`.`)
    process.exitCode = 1
  }
}
