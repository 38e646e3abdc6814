import { expect, test, vi } from 'vitest'
import manifest from '../custom-elements.json' with { type: 'json' }
import { options as rows } from '../options.ts'
import { attributeNames, completeOptions, propertyNames } from '../src/view/options.ts'
import { groups } from './fields.ts'
import { renderEditor } from './render.ts'

const fields = groups.flatMap(({ fields }) => fields)
const [element] = manifest.modules.flatMap(({ declarations }) => declarations)

test('every control sets an attribute or a custom property of the element', () => {
  const { attributes = [], cssProperties = [] } = element ?? {}
  const known = [...attributes, ...cssProperties].map(({ name }) => name)
  // Those of HTML, and the second number of `columns`.
  const others = ['lang', 'color', 'columns-phone']
  const names = fields.map(({ name }) => name)
  expect(names.filter((name) => ![...known, ...others].includes(name))).toEqual([])
})

test('the element accepts every value that can be chosen, and the first one is its default', () => {
  const warn = vi.spyOn(console, 'warn')
  const { attributes = [] } = element ?? {}
  for (const { name, options } of fields) {
    const [first = ''] = Object.keys(options ?? {})
    for (const value of Object.keys(options ?? {}))
      completeOptions({ [`${propertyNames[attributeNames.indexOf(name)]}`]: value })
    const attribute = attributes.find((each) => each.name === name)
    if (options && first !== '') expect([name, attribute?.default]).toEqual([name, first])
  }
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test('no two controls of a group have one name', () => {
  for (const { title, fields } of groups) {
    const names = fields.map(({ label }) => label)
    expect([title, names]).toEqual([title, [...new Set(names)]])
  }
})

test('an owner can choose every value of a choice', () => {
  // The service has no posts of the type REELS: they are videos.
  const missing = rows.flatMap(({ name, kind, values = [], editor }) =>
    kind === 'choice' && editor
      ? values.filter((value) => !(value in (editor.options ?? {}))).map((value) => [name, value])
      : [],
  )
  expect(missing).toEqual([['type', 'REELS']])
})

test('every control has a label', () => {
  const html = renderEditor()
  for (const { name, label } of fields) {
    // Its choices have labels of their own.
    if (name === 'layout') continue
    const id = new RegExp(`id="([^"]+)" name="${name}"`).exec(html)?.[1]
    expect(html).toContain(`<label for="${id}">${label}</label>`)
  }
})
