// Compares labels with those of the base: the tests know a former text only from the comment behind its label.

/** Rows like `name: 'New', // formerly "Old"`, in two lines if they have other parts too. */
const row = /^(?: {2}| +name: ')(\w+)(?:',\n +text)?: '(.+)',(?: \/\/ formerly (.+))?$/gm

const rowsOf = (source: string) =>
  new Map([...source.matchAll(row)].map(([, name, text, former = '']) => [name, { text, former }]))

/** Returns what rows of labels lack: the text that they had, with all those before it. */
export function forgottenTexts(before: string, now: string): string[] {
  const rows = rowsOf(now)
  return [...rowsOf(before)].flatMap(([name, { text, former }]) => {
    const row = rows.get(name)
    if (!row) return []
    const all = row.text === text ? former : [`"${text}"`, former].filter(Boolean).join(', ')
    return row.former === all ? [] : [`${name}: '${row.text}', // formerly ${all}`]
  })
}
