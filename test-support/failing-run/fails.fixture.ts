import { expect, test } from 'vitest'

test('fails', () => expect(true).toBe(false))
