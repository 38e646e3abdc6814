import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { start } from '../support/commands.ts'
import { startMailServer } from '../support/mail.ts'

test('a server sends from one address, and replies go to the support', async () => {
  const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const { url } = await start(
    ...['--data', await tempFolder(), '--smtp-url', `smtp://127.0.0.1:${port}`],
    ...['--mail-from', 'feed@feed.example', '--support-email', 'help@feed.example'],
  )
  const response = await fetch(`${url}/sign-up`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ email: 'mara@harbour.example' }),
  })
  expect(response.status).toBe(200)
  await vi.waitUntil(() => received.length > 0, { timeout: 10_000 })
  const [mail] = received
  expect([mail?.from, mail?.to]).toEqual(['feed@feed.example', ['mara@harbour.example']])
  expect(mail?.lines.filter((line) => /^(From|Reply-To):/.test(line)).toSorted()).toEqual([
    'From: photofeed <feed@feed.example>',
    'Reply-To: help@feed.example',
  ])
})
