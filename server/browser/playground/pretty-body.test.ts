import { expect, test } from 'vitest'
import { prettyBody } from './pretty-body.ts'

test('JSON and XML are indented by their media types', () => {
  expect(prettyBody('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(prettyBody('{"a":1}', 'application/vnd.api+json')).toBe('{\n  "a": 1\n}')
  expect(prettyBody('<a><b/></a>', 'application/rss+xml; charset=utf-8')).toBe(
    '<a>\n  <b/>\n</a>\n',
  )
})

test('everything else stays as it came', () => {
  expect(prettyBody('<h1>Bad gateway</h1>', 'text/html')).toBe('<h1>Bad gateway</h1>')
  expect(prettyBody('{"cut', 'application/json')).toBe('{"cut')
})
