import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startEmulator } from '../../emulator/emulator.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { app, grantOf, pictureWidth, platformFlags } from '../platform/platform-world.ts'
import { addOwner } from './databases.ts'
import { account } from './feeds.ts'
import { saveAccount } from './seed.ts'

/** A data folder with an account that is served, and one on the emulated platform whose first import is due. */
export async function dueAccount() {
  const data = join(await tempFolder(), 'data')
  const emulator = await startEmulator({ pictureWidth })
  onTestFinished(() => emulator.close())
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  const client = createPlatformClient({ ...app, hosts: emulator.hosts }, { fetch, clock: Date.now })
  const grant = await grantOf({ client, emulator }, 'just.a.name')
  await using folder = await openDataFolder(data, undefined)
  const { database } = folder
  await saveAccount(database, account())
  await addOwner(database, 'mara', 'premium')
  const { apiKey } = await database.connections.connect('mara', grant)
  const args = [...['--data', data, '--admin-port', '0'], ...platformFlags(emulator)]
  return {
    ...{ data, args, apiKey, token: grant.token },
    async status(url: string) {
      const response = await fetch(`${url}/api/v1/me?api_key=${apiKey}`)
      return ((await response.json()) as { status: string }).status
    },
  }
}
