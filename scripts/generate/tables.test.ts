import { expect, test } from 'vitest'
import { table, withTables } from './tables.ts'

test('a table has a head and its rows', () => {
  expect(table(['Name', 'What'], [['`a`', 'One']])).toBe(
    '| Name | What |\n| --- | --- |\n| `a` | One |',
  )
})

const text = `Before
<!-- one: made by \`npm run generate\` -->

old

<!-- end -->
Between
<!-- two: made by \`npm run generate:built\` -->
<!-- end -->`

test('each table is put into its own place, and what is around it stays', () => {
  const tables = { two: '$1', one: 'new' }
  const written = withTables(text, tables)
  expect(written).toBe(`Before
<!-- one: made by \`npm run generate\` -->

new

<!-- end -->
Between
<!-- two: made by \`npm run generate:built\` -->

$1

<!-- end -->`)
  expect(withTables(written, tables)).toBe(written)
})

test('a table without a place is an error', () => {
  expect(() => withTables(text, { three: '' })).toThrow('There is no place for the table three.')
})
