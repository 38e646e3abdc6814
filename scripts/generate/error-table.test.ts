import { expect, test } from 'vitest'
import { errorTable } from './error-table.ts'

const rows = errorTable()
  .split('\n')
  .slice(2)
  .map((row) => row.slice(2, -2).split(' | '))

test('every class has its codes and statuses, and whether it is retryable', () => {
  expect(rows.map(([name, when = '', retryable]) => [name, when.split(':')[0], retryable])).toEqual(
    [
      ['`MissingApiKeyError`', '401 `MISSING_API_KEY`', 'no'],
      ['`InvalidApiKeyError`', '401 `INVALID_API_KEY`', 'no'],
      ['`NotFoundError`', '404 `NOT_FOUND`', 'no'],
      ['`MethodNotAllowedError`', '405 `METHOD_NOT_ALLOWED`', 'no'],
      ['`ValidationError`', '422 `VALIDATION_ERROR`', 'no'],
      ['`InternalServerError`', '500 `INTERNAL_SERVER_ERROR`', 'yes'],
      [
        '`ApiError`',
        expect.stringContaining('431 `HEADERS_TOO_LARGE` and any new code'),
        'no (408, 429, 5xx: yes)',
      ],
      ['`NetworkError`', 'no complete response arrived', 'yes (an invalid certificate: no)'],
      ['`FeedTimeoutError`', expect.stringContaining('`timeout`'), 'yes'],
      [
        '`UnreadableBodyError`',
        expect.stringContaining('at any status'),
        'no (cut off, 408, 429, 5xx: yes)',
      ],
    ],
  )
})

test('every class has a hint, and the fields that its base does not have', () => {
  expect(rows.map(([, , , hint, fields]) => [/\.\)?$/.test(hint ?? ''), fields])).toEqual([
    ...Array(6).fill([true, '']),
    [true, '`errors`, `parameter`, `connection`'],
    [true, '`cause`'],
    [true, '`timeout`, `option`'],
    [true, '`excerpt`'],
  ])
})
