import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { componentsPage } from './components-page.ts'

const sheets = new URL('../../design/src/components/', import.meta.url)

test('the page shows each class of the sheets, and no others', () => {
  const css = globSync('*.css', { cwd: sheets }).map((name) =>
    readFileSync(new URL(name, sheets), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''),
  )
  const named = css.join('').match(/(?<=\.)[a-z][a-z-]*/g) ?? []
  const shown = [...`${componentsPage()}`.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  // Marks of code, which `highlight` lists; the frame of this page; the demo's row and box.
  const isOther = (name: string) => /^(code-.+|components|panel|actions|tabs)$/.test(name)
  const sorted = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => !isOther(name)).toSorted()
  expect(sorted(shown)).toEqual(sorted(named))
})
