import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { options } from './config.ts'

test('the README documents every setting as it is', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const table = /<!-- settings.*?-->\n\n(.*?)\n\n<!-- \/settings -->/s.exec(readme)?.[1]
  const rows = Object.values(options)
    .filter(({ envVar }) => envVar !== undefined)
    .map(({ flags, envVar, defaultValue, defaultValueDescription, description }) => {
      const value = defaultValueDescription ?? defaultValue
      const shown = value === undefined ? '' : `\`${value}\` `
      return `| \`${flags}\` | \`${envVar}\` | ${shown}| ${description} |`
    })
  expect(table?.split('\n').slice(2)).toEqual(rows)
})
