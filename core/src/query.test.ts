import { expect, test } from 'vitest'
import { parameterValues } from '../../test-support/parameter-values.ts'
import { arrayShaped, readMeQuery, readQueryString } from './query.ts'

const last = (text: string, name: string) => readQueryString(text)?.last(name)

test('the last of a repeated parameter wins', () => {
  expect(last('page[size]=1&page[size]=2', 'page[size]')).toBe('2')
})

test('names and values are decoded, a plus sign is a blank', () => {
  expect(last('page%5Bsize%5D=1%32', 'page[size]')).toBe('12')
  expect(last('a+b=c+d', 'a b')).toBe('c d')
})

test('a parameter that was not sent is null, one without a value is empty', () => {
  expect(last('', 'sort')).toBe(null)
  expect(last('&&=x&', '')).toBe(null)
  expect(last('sort', 'sort')).toBe('')
  expect(last('sort=', 'sort')).toBe('')
  expect(last('sort=a=b', 'sort')).toBe('a=b')
})

test('array forms are recognized, also of names with brackets, and the last form wins', () => {
  expect(last('sort[]=id', 'sort')).toBe(arrayShaped)
  expect(last('page[size][]=5', 'page[size]')).toBe(arrayShaped)
  expect(last('sort=id&sort[]=id', 'sort')).toBe(arrayShaped)
  expect(last('sort[]=id&sort=id', 'sort')).toBe('id')
  expect(last('page[]=5', 'page[size]')).toBe(null)
  expect(last('sort[=id', 'sort')).toBe(null)
})

test('items are collected in order from every keyed form', () => {
  const query = readQueryString('include[]=a&include[0]=b&include[x][y]=c&include=d')
  expect(query?.items('include')).toEqual(['a', 'b', 'c'])
  expect(query?.has('include')).toBe(true)
  expect(readQueryString('include[]=a')?.has('include')).toBe(false)
})

test('letter case of names matters', () => {
  expect(last('page[Size]=5&PAGE[size]=5', 'page[size]')).toBe(null)
})

test.each(['%', '%z1', 'a=%ff', 'a=%c3%28', '%c0%af=1', 'a=%ed%a0%80'])(
  '%s does not decode',
  (text) => {
    expect(readQueryString(text)).toBe(null)
  },
)

test('names of object prototypes are names like any other', () => {
  expect(last('__proto__=x', '__proto__')).toBe('x')
  expect(last('__proto__[sort]=x', 'sort')).toBe(null)
  expect(last('a=1', 'constructor')).toBe(null)
})

test.each(Object.entries(parameterValues))(
  '%s accepts its values and rejects others',
  (name, { valid, invalid }) => {
    const entriesFor = (value: string) => {
      const query = readQueryString(new URLSearchParams([[name, value]]).toString())
      const read = query && readMeQuery(query)
      return read && 'invalid' in read ? read.invalid.map(({ parameter }) => parameter) : []
    }
    expect(valid.filter((value) => entriesFor(value).length > 0)).toEqual([])
    for (const value of invalid) expect([value, entriesFor(value)]).toEqual([value, [name]])
  },
)

test('of a parameter and its alias, the parameter wins, whatever its value and their order', () => {
  const cursorOf = (text: string) => {
    const query = readQueryString(text)
    const read = query && readMeQuery(query)
    return read && 'cursor' in read ? read.cursor : null
  }
  expect(cursorOf('cursor=alias')).toBe('alias')
  for (const own of parameterValues['page[cursor]'].valid) {
    expect(cursorOf(`cursor=alias&page[cursor]=${own}`)).toBe(own)
    expect(cursorOf(`page[cursor]=${own}&cursor=alias`)).toBe(own)
  }
})
