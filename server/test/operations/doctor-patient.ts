import { join } from 'node:path'
import { expect } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { command } from '../support/commands.ts'
import { account, keys } from '../support/feeds.ts'

/** A data folder that is not there yet, and the doctor who looks at it. */
export async function patient() {
  const data = join(await tempFolder(), 'data')
  return {
    data,
    async fill(secret?: string): Promise<void> {
      await using folder = await openDataFolder(data, secret)
      await folder.media.check()
      const { accountId } = await folder.database.feeds.save(account())
      await folder.database.keys.issue(accountId, keys.premium)
    },
    async doctor(...args: string[]) {
      const { code, stdout, stderr } = await command('doctor', '--data', data, ...args)
      expect(stderr).toBe('')
      return { code, text: stdout.replaceAll(data, 'DATA') }
    },
  }
}

/** The line about one check. */
export function lineOf(text: string, check: string): string | undefined {
  return text.split('\n').find((line) => line.slice(9).startsWith(`${check} `))
}
