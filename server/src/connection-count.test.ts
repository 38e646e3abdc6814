import { expect, test } from 'vitest'
import { connectionsOfEach, connectionsOfServer, defaultConnections } from './connection-count.ts'

test('a process for each core fits in what PostgreSQL allows by default', () => {
  const cores = [1, 2, 8, 9, 16, 32, 40]
  expect(cores.map(defaultConnections)).toEqual([10, 10, 10, 8, 5, 2, 2])
  for (const workers of cores.slice(1)) {
    const databaseConnections = defaultConnections(workers)
    expect(connectionsOfServer({ role: 'all', workers, databaseConnections })).toBeLessThan(97)
  }
})

test.each([
  ['all', 1, 5, 10],
  ['api', 1, 10, 10],
  ['worker', 1, 10, 10],
  ['all', 4, 2, 52],
  ['api', 4, 2, 42],
] as const)('role %s with %i workers', (role, workers, ofEach, ofServer) => {
  const settings = { role, workers, databaseConnections: 10 }
  expect([connectionsOfEach(settings), connectionsOfServer(settings)]).toEqual([ofEach, ofServer])
})
