import { statfs } from 'node:fs/promises'
import { broken, type Check, ok, warning } from './finding.ts'

const megabyte = 1024 * 1024
const little = 1024 * megabyte
const none = 64 * megabyte

export const checkDisk: Check = async ({ settings }) => {
  const found = await statfs(settings.data).catch(() => null)
  if (!found) {
    return [warning(`There is no data folder ${settings.data} yet. The first start makes it.`)]
  }
  const free = found.bavail * found.bsize
  if (free >= little) return [ok('The disk of the data folder has room.')]
  const sentence = `The disk of the data folder has ${Math.floor(free / megabyte)} MB left. Make room.`
  return [free < none ? broken(sentence) : warning(sentence)]
}
