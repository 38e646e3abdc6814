import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { emulateStage } from './emulated-stage.ts'
import { build, context, image, isAdmitted, startImage } from './image.ts'

test('the Containerfile builds a server that is healthy', { timeout: 900_000 }, async () => {
  const root = await realpath(await tempFolder())
  const roots = new Map([['build', join(root, 'build')]])
  const folders = { context, isAdmitted, roots }
  await emulateStage(build, { ...folders, root: join(root, 'build') })
  const result = await emulateStage(image, { ...folders, root: join(root, 'image') })
  const { url, adminUrl } = await startImage(result, root)
  expect((await fetch(`${adminUrl}/healthz`)).status).toBe(200)
  const docs = await fetch(`${url}/docs/rest-api`)
  expect([docs.status, docs.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ])
  expect((await fetch(`${url}/api/v1/me`)).status).toBe(401)
})
