import type { Post } from '@photofeed/sdk'
import { expect, test } from 'vitest'
import { completeLabels } from '../languages/labels.ts'
import { viewContext } from '../view/context.ts'
import { toHtml } from '../view/vnode.ts'
import { slidesOf, slideText } from './viewer-slides.ts'
import { dialogView, type ViewerContext } from './viewer-view.ts'

const labels = completeLabels()
const context: ViewerContext = { ...viewContext({ lang: 'en' }), labels }

test('the dialog and each button have a name, and the dialog what its status announces', () => {
  const html = toHtml([dialogView(context, 'ltr')])
  const [dialog = ''] = html.match(/<dialog[^>]*>/) ?? []
  expect(dialog).toContain(`aria-label="${labels.viewer}"`)
  const [, described] = /aria-describedby="(\w+)"/.exec(dialog) ?? []
  expect(html).toContain(`<p id="${described}" role="status">`)
  const buttons = [...html.matchAll(/<button[^>]* name="(\w+)"([^>]*)>([^<]*)</g)]
  expect(
    buttons.map(([, name, attributes = '', text]) => [
      name,
      /aria-label="([^"]+)"/.exec(attributes)?.[1] ?? text,
    ]),
  ).toEqual(
    (['previous', 'next', 'previousPost', 'nextPost', 'close'] as const).map((name) => [
      name,
      labels[name],
    ]),
  )
})

test('a slide says its place in an album, and none of a post with one picture', () => {
  const post = { id: '1', mediaType: 'IMAGE', altText: 'Bread', caption: null, children: [] }
  const album = { ...post, mediaType: 'CAROUSEL_ALBUM', children: [{ id: '2' }, { id: '3' }] }
  const slides = slidesOf([post, album] as unknown as Post[])
  expect(slides.map((slide) => slideText(slide, context))).toEqual([
    'Bread',
    'Bread, 1 of 2',
    'Bread, 2 of 2',
  ])
})
