import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { decodingThreads } from '../../src/media/decoding.ts'
import { plainPicture } from '../support/pictures.ts'

test('pictures that are inspected at the same time are decoded a few at a time', async () => {
  const folder = await tempFolder()
  const picture = plainPicture(3000, 3000)
  const [png, jpg] = [join(folder, 'interlaced.png'), join(folder, 'progressive.jpg')]
  await writeFile(png, await picture.clone().png({ progressive: true }).toBuffer())
  await writeFile(jpg, await picture.clone().jpeg({ progressive: true }).toBuffer())
  const script = fileURLToPath(new URL('inspect-many.ts', import.meta.url))
  const { stdout, stderr } = await runCommand(script, png, jpg, png, jpg, png, jpg)
  expect(stderr).toBe('')
  const { results, most } = JSON.parse(stdout)
  expect(results).toEqual(['png', 'jpg', 'png', 'jpg', 'png', 'jpg'])
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(decodingThreads)
})
