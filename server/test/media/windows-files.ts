import fs from 'node:fs/promises'
import type { FileSystem } from '../../src/media/folder-files.ts'

/**
 * The file system of this machine, with the differences of Windows: a folder cannot be flushed, a path below a file is missing,
 * and a file in `inUse` can be neither replaced nor deleted, as while a scanner reads it.
 */
export function windowsFiles(inUse: ReadonlySet<string> = new Set()): FileSystem {
  const files: FileSystem = { ...fs }
  for (const name of Object.keys(files) as (keyof FileSystem)[]) {
    const call = fs[name] as (...args: unknown[]) => Promise<unknown>
    const windowsCall = async (...args: unknown[]) => {
      const changed = name === 'rename' ? [args[0], args[1]] : name === 'rm' ? [args[0]] : []
      if (changed.some((path) => inUse.has(String(path)))) throw systemError('EBUSY', name)
      const result = await call(...args).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOTDIR' ? systemError('ENOENT', name) : error
      })
      if (name === 'open') await forbidFlush(result as fs.FileHandle)
      return result
    }
    Object.assign(files, { [name]: windowsCall })
  }
  return files
}

/** As FlushFileBuffers on a handle that was opened for reading. */
async function forbidFlush(handle: fs.FileHandle): Promise<void> {
  if (!(await handle.stat()).isDirectory()) return
  handle.sync = async () => {
    throw systemError('EPERM', 'fsync')
  }
}

function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
}
