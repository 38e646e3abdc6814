import { expect, test } from 'vitest'
import { queryStorage } from './query-storage.ts'

test('documents and variables are stored, and nothing else', () => {
  const session = memoryStorage()
  const storage = queryStorage(session)
  storage.setItem('graphiql:query', '{ me { username } }')
  storage.setItem('graphiql:headers', '{"X-API-Key":"secret"}')
  storage.setItem('graphiql:shouldPersistHeaders', 'true')
  expect([...session.entries]).toEqual([['graphiql:query', '{ me { username } }']])
  expect(storage.getItem('graphiql:query')).toBe('{ me { username } }')
})

test('GraphiQL sees and clears its own names only', () => {
  const session = memoryStorage()
  session.setItem('other', '1')
  session.setItem('graphiql:query', '{ me }')
  const storage = queryStorage(session)
  expect(storage.getItem('other')).toBe(null)
  expect(storage.length).toBe(1)
  storage.clear()
  expect([...session.entries]).toEqual([['other', '1']])
})

function memoryStorage() {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  }
}
