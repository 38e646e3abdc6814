import { expect, it } from 'vitest'
import { explainOpening } from './open-sqlite.ts'

it.each([
  [5, 'is locked by another process; stop that process or name another file'],
  [8, 'cannot be written; give this user write permission for the file and its folder'],
  [13, 'cannot grow because the disk is full; make room'],
])('explains what SQLite means by %i, also with an extended code', (code, explanation) => {
  for (const errcode of [code, code | (3 << 8)]) {
    const error = Object.assign(new Error('something else'), { errcode })
    expect(explainOpening('feeds.db', error).message).toBe(`The database feeds.db ${explanation}.`)
  }
})

it('returns unknown errors with their message', () => {
  const error = new Error('out of the blue')
  expect(explainOpening('feeds.db', error)).toMatchObject({
    message: 'The database feeds.db cannot be opened: out of the blue',
    cause: error,
  })
})
