// Compares labels with those of the base: the tests know a former text only from the comment behind its label.

/** Rows like `name: 'New', // formerly "Old"`, in two lines if they have other parts too. */
const row = /^(?: {2}| +name: ')(\w+)(?:',\n +text)?: '(.+)',(?: \/\/ formerly (.+))?$/gm

const rowsOf = (source: string) =>
  new Map([...source.matchAll(row)].map(([, name, text, former = '']) => [name, { text, former }]))

/** Returns what rows of labels and changesets lack: the text that a label had, and with all those before it. */
export function forgottenTexts(
  before: string,
  now: string,
  changesets: readonly string[],
): string[] {
  const rows = rowsOf(now)
  return [...rowsOf(before)].flatMap(([name, { text, former }]) => {
    const row = rows.get(name)
    if (!row) return []
    const isRenamed = row.text !== text
    const all = isRenamed ? [`"${text}"`, former].filter(Boolean).join(', ') : former
    // In this order, so that users do not look for what is gone.
    const isSaid = changesets.some((words) =>
      words.split(`"${text}"`)[1]?.includes(`"${row.text}"`),
    )
    return [
      ...(row.former === all ? [] : [`Write ${name}: '${row.text}', // formerly ${all}`]),
      ...(isSaid || !isRenamed ? [] : [`Say in a changeset: "${text}" is now "${row.text}".`]),
    ]
  })
}
