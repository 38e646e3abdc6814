import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { read, root } from './numbers.ts'

const folder = 'docs/src/content/docs'
const files = globSync('**/*.mdx', { cwd: `${root}${folder}` })
const addressOf = (file: string) => `/${file.replace(/(index)?\.mdx$/, '')}/`.replace('//', '/')

/** The ids of headings as GitHub makes them, and those that are written. */
function idsOf(file: string): string[] {
  const page = read(`${folder}/${file}`)
  const parts = [...page.matchAll(/^<Include from="([^"]+)"/gm)].map(([, from = '']) => read(from))
  const text = [page, ...parts].join('\n').replaceAll(/^ *```.*?^ *```/gms, '')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/<[^>]+>|\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)]
}

/** Others contain what `npm run generate` writes: `site.long.test.ts` finds its headings in the built pages. */
const written = files.filter((file) => !/^ *<(Data|\w*Filter)\b/m.test(read(`${folder}/${file}`)))
const pages = new Map(written.map((file) => [addressOf(file), idsOf(file)]))

test('a link to a heading of a page that is written by hand leads to it', () => {
  const links = files.flatMap((file) =>
    [...read(`${folder}/${file}`).matchAll(/\]\((\/[^#)]*\/)?#([^)]+)\)/g)].map(
      ([, page = addressOf(file), id = '']) => ({ file, page, id }),
    ),
  )
  expect(links.filter(({ page }) => pages.has(page)).length).toBeGreaterThan(20)
  const dead = links.filter(({ page, id }) => pages.get(page)?.includes(id) === false)
  expect(dead).toEqual([])
})
