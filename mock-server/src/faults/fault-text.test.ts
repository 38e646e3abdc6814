import { expect, test } from 'vitest'
import type { Fault } from './fault-settings.ts'
import { formatFault, fromFault, toFault } from './fault-text.ts'

test.each<[fault: Fault, text: string]>([
  [
    { status: 503, retryAfter: 2, delay: { min: 50, max: 200 }, when: { nth: [2, 4] } },
    'status:503,retryAfter:2,delay:50-200,nth:2-4',
  ],
  [
    { delay: 20, times: 1, when: { endpoint: 'me', query: { 'page[cursor]': '*', a: '1' } } },
    'times:1,delay:20,endpoint:me,query:page[cursor]=*&a=1',
  ],
  [
    { body: 'drip', bytesPerSecond: 100, when: { media: 'video', every: 3 } },
    'body:drip,bytesPerSecond:100,media:video,every:3',
  ],
])('the form of the panel reads the values that it shows: %j', (fault, text) => {
  expect(formatFault(fault)).toBe(text)
  expect(toFault(Object.entries(fromFault(fault)))).toEqual(fault)
})
