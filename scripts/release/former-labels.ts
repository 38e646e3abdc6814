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
  const [old, rows] = [rowsOf(before), rowsOf(now)]
  const added = [...rows].filter(([name]) => !old.has(name))
  return [...old].flatMap(([name, { text, former }]) => {
    // A label whose name changed with its text has its row under another name.
    const isIn = ([, row]: (typeof added)[number]) => row.former.includes(`"${text}"`)
    const [found = name, row] = rows.has(name) ? [name, rows.get(name)] : (added.find(isIn) ?? [])
    // In this order, so that users do not look for what is gone.
    const behind = changesets.flatMap((words) => words.split(`"${text}"`).slice(1))
    if (!row)
      return added.length === 0 || behind.length > 0
        ? []
        : [`Write // formerly "${text}" behind the label in its place, or say that it is gone.`]
    if (row.text === text) {
      const isCalled = behind.some((words) => /^ is now (called )?"/.test(words))
      const kept = isCalled ? [`It is "${text}" still, but a changeset says what it is now.`] : []
      return row.former === former ? kept : [`Write ${name}: '${text}', // formerly ${former}`]
    }
    const all = [`"${text}"`, former].filter(Boolean).join(', ')
    const isSaid = behind.some((words) => words.includes(`"${row.text}"`))
    return [
      ...(row.former === all ? [] : [`Write ${found}: '${row.text}', // formerly ${all}`]),
      ...(isSaid ? [] : [`Say in a changeset: "${text}" is now "${row.text}".`]),
    ]
  })
}
