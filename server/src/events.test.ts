import { expect, test } from 'vitest'
import { createReport } from './events.ts'
import { createLog } from './log.ts'

test('an event of a newer version, which a command enqueued, is skipped', () => {
  const written: string[] = []
  const counted: string[] = []
  const log = createLog({}, { write: (line) => void written.push(line) })
  const report = createReport(log, (event) => void counted.push(event))
  report('ofANewerVersion' as never, {} as never)
  report('renewedToken', { accountId: 1 })
  expect(counted).toEqual(['renewedToken'])
  expect(written.map((line) => JSON.parse(line).event)).toEqual(['renewedToken'])
})
