import { expect, test } from 'vitest'
import { portableBundle } from '../../../test-support/portable-bundle.ts'

test.each(['account.ts', '../accounts/seed.ts'])(
  '%s runs in browsers: no Node import is reachable',
  async (file) => {
    expect(await portableBundle(new URL(file, import.meta.url))).not.toEqual([])
  },
)
