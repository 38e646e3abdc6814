// Budgets with their current values:  npm run budgets
// Sets one, and writes a changeset:  npm run budgets -- set 'sdk .' 10900 'It merges the pages of several feeds.'
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { entries as elementEntries } from '../element/test/package/entries.ts'
import { entries as sdkEntries } from '../sdk/test/package/entries.ts'
import { bundle, bundlePage } from '../test-support/bundle.ts'
import { readPublicTypes } from './generate/api-reports.ts'
import { packageFolders, root } from './packages.ts'

interface Budget {
  /** The largest value that passes. */
  most: number
  /** The current one, which `npm run generate:built` writes; null if a long test measures it. */
  value: number | null
}

const ledger = new URL('budgets.json', root)
export const budgets: Record<string, Budget> = JSON.parse(readFileSync(ledger, 'utf8'))
/** The room that a budget has when it is set. */
const room = 1.02

const measures: Readonly<Record<string, () => number | Promise<number>>> = {
  ...entrySizes('sdk', sdkEntries),
  ...entrySizes('element', elementEntries),
  'element embed.js': () =>
    gzipSync(readFileSync(new URL('element/dist/photo-feed.js', root)), { level: 9 }).length,
  'sdk and element in one page': () =>
    bundlePage(`import { createFeed } from '@photofeed/sdk'
      import '@photofeed/element'
      globalThis.feed = createFeed`).then(({ bytes }) => bytes),
  'mock-server .': () =>
    bundlePage(`import { createMock } from '@photofeed/mock-server'
      globalThis.mock = createMock`).then(({ bytes }) => bytes),
  ...Object.fromEntries(
    ['sdk', 'element', 'mock-server', 'contract'].map((folder) => [
      `names of ${folder}`,
      () => namesOf((entry) => entry.folder === folder),
    ]),
  ),
  'names of sdk .': () => namesOf(({ path }) => path === 'sdk/api/index.api.md'),
}

function entrySizes(folder: string, entries: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [
      `${folder} ${name}`,
      () => bundle(folder, file).then(({ bytes }) => bytes),
    ]),
  )
}

let publicTypes: ReturnType<typeof readPublicTypes> | undefined

/** Returns how many names a user can import from entries. Each is a promise. */
function namesOf(test: (entry: ReturnType<typeof readPublicTypes>[number]) => boolean): number {
  publicTypes ??= readPublicTypes()
  return new Set(publicTypes.filter(test).flatMap(({ names }) => names)).size
}

/** Returns the current value of a budget; null if a long test measures it. */
export async function measure(name: string): Promise<number | null> {
  return (await measures[name]?.()) ?? null
}

/** @throws {Error} that says by how much a value exceeds its budget, and what to do */
export function expectWithin(name: string, value: number): void {
  const most = budgets[name]?.most
  if (most === undefined) throw new Error(`budgets.json has no "${name}".`)
  const way = `npm run budgets -- set '${name}' ${value} '<why users get more>'`
  if (value > most)
    throw new Error(
      `"${name}" is ${value}, ${value - most} above its budget of ${most}. Make room, or run: ${way}`,
    )
  // A budget that is too large lets the next change in unseen.
  if (value < most * 0.9 - 1)
    throw new Error(`"${name}" is ${value}, far below its budget of ${most}. Lower it: ${way}`)
}

/** Writes the current values. */
export async function writeValues(): Promise<void> {
  for (const [name, budget] of Object.entries(budgets))
    budget.value = (await measure(name)) ?? budget.value
  writeFileSync(ledger, `${JSON.stringify(budgets, null, 2)}\n`)
}

function setBudget([name = '', text = '', why = '']: readonly string[]): void {
  const [budget, value] = [budgets[name], Number(text)]
  if (!budget || !(value > 0) || !why)
    throw new Error("Usage: npm run budgets -- set '<name>' <value> '<why users get more>'")
  // A number of names or files is exact.
  const most = value < 100 ? value : Math.ceil(value * room)
  const isRaised = most > budget.most
  Object.assign(budget, { most, value: budget.value === null ? null : value })
  writeFileSync(ledger, `${JSON.stringify(budgets, null, 2)}\n`)
  const changed = packageFolders.filter((folder) => name.split(' ').includes(folder))
  // Only what users get is news to them.
  if (!isRaised || changed.length === 0) return
  const head = changed.map((folder) => `'@photofeed/${folder}': patch\n`).join('')
  const file = `.changeset/budget-${name.replace(/\W+/g, '-')}-${most}.md`
  writeFileSync(new URL(file, root), `---\n${head}---\n\n${why}\n`)
  console.log(`"${name}" may be ${most} now. Your reason is in ${file}.`)
}

if (import.meta.main) {
  const [command, ...parameters] = process.argv.slice(2)
  if (command === 'set') setBudget(parameters)
  else {
    const rows = Object.entries(budgets).map(([budget, { most, value }]) => ({
      budget,
      value,
      most,
    }))
    console.table(rows)
  }
}
