import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { mediaUrls } from '../support/media-urls.ts'
import { command, startMock } from './command.ts'

const keyOf = (name: string) => scenarios.find((scenario) => scenario.name === name)?.apiKey ?? ''

test.each(['withheld-video', 'unstored-media', 'free'])(
  'the command records %s, and serves the recording with all its media',
  async (scenario) => {
    const live = await startMock('--warnings', 'strict')
    const folder = join(await tempFolder(), 'recording')
    const { url } = live.ready
    const recorded = await command(
      ...['record', '--url', url, '--key', keyOf(scenario), '--out', folder],
      ...['--name', 'mine', '--json'],
    )
    expect([recorded.code, recorded.stdout.trim().split('\n')]).toEqual([0, [expect.any(String)]])
    const { apiKey, missing } = JSON.parse(recorded.stdout)
    expect(missing).toEqual([])

    const { ready } = await startMock('--data', folder)
    expect(ready.scenarios.at(-1)).toMatchObject({ name: 'mine', apiKey })
    const urls = await mediaUrls(ready.url, apiKey)
    expect(urls.size).toBeGreaterThan(10)
    for (const address of urls) expect((await fetch(address)).status, address).toBe(200)
  },
)
