import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startEmulator } from '../../emulator/emulator.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { mapProfile } from '../../src/refresh/mapping.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { app, connect, pictureWidth } from '../platform/platform-world.ts'
import { addOwner } from './databases.ts'
import { account, keys } from './feeds.ts'
import { saveFeed } from './seed.ts'

/** A data folder with an account that is served, and one on the emulated platform whose first import is due. */
export async function dueAccount() {
  const data = join(await tempFolder(), 'data')
  const emulator = await startEmulator({ pictureWidth })
  onTestFinished(() => emulator.close())
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  const client = createPlatformClient({ ...app, hosts: emulator.hosts }, { fetch, clock: Date.now })
  const grant = await connect({ client, emulator }, 'just.a.name')
  await using folder = await openDataFolder(data, undefined)
  const { database } = folder
  const { accountId } = await saveFeed(database, account())
  await database.keys.issue(accountId, keys.premium)
  await addOwner(database, 'mara', 'premium')
  const { apiKey } = await database.connections.connect('mara', {
    ...{ ...mapProfile(await client.profile(grant.token)), ...grant },
    ...{ tokenExpiresAt: grant.expiresAt, platformOwnerId: grant.userId },
  })
  const args = [
    ...['--data', data, '--admin-port', '0', '--media-origins', emulator.url],
    ...['--platform-client-id', app.clientId, '--platform-client-secret', app.clientSecret],
    ...['--platform-url', emulator.url],
  ]
  return {
    ...{ data, args, apiKey, token: grant.token },
    async status(url: string) {
      const response = await fetch(`${url}/api/v1/me?api_key=${apiKey}`)
      return ((await response.json()) as { status: string }).status
    },
  }
}
