/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** An address that is a value is no link, and one with a password is no mail address. */
export const addressesAsCode = (text: string) =>
  text.replaceAll(/\b[a-z\d]+:\/\/[^\s;,)]+/g, '`$&`')

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
