import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { emulateStage } from './emulated-stage.ts'
import { build, context, expectService, image, isAdmitted, startImage } from './image.ts'

test('the Containerfile builds a server that is healthy', { timeout: 900_000 }, async () => {
  const root = await realpath(await tempFolder())
  const roots = new Map([['build', join(root, 'build')]])
  const folders = { context, isAdmitted, roots }
  await emulateStage(build, { ...folders, root: join(root, 'build') })
  const result = await emulateStage(image, { ...folders, root: join(root, 'image') })
  await expectService(await startImage(result, root))
})
