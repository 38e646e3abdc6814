import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Instruction, Stage } from './containerfile.ts'

/** Where a build without a container engine reads and writes. */
export interface BuildFolders {
  /** The folder that `docker build` is given, and whether its ignore file admits a path. */
  context: string
  isAdmitted(path: string): boolean
  /** Absolute paths of the stage are below this folder. */
  root: string
  /** The roots of earlier stages, by their names. */
  roots: ReadonlyMap<string, string>
}

/** What a stage has set for the programs that run in it. */
export interface StageResult {
  folder: string
  env: NodeJS.ProcessEnv
}

/**
 * Follows the instructions of a stage in a folder. Packages of Debian are not installed: this needs root, and an image of
 * Debian.
 */
export async function emulateStage(stage: Stage, folders: BuildFolders): Promise<StageResult> {
  const { root } = folders
  const below = (path: string) => join(root, path)
  let folder = root
  // As in the image, `node` is the Node of the test, and no command of this repository is found.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !/node_modules/.test(part))
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/i.test(name)),
    ),
    PATH: [dirname(process.execPath), ...path].join(delimiter),
    npm_config_prefer_offline: 'true',
  }
  await mkdir(below('/tmp'), { recursive: true })
  for (const instruction of stage.instructions) {
    const { name, rest } = instruction
    if (name === 'WORKDIR') {
      folder = below(rest)
      await mkdir(folder, { recursive: true })
    } else if (name === 'COPY') {
      await copy(instruction, folder, folders)
    } else if (name === 'ENV') {
      for (const word of rest.split(/\s+/)) {
        const [variable = '', value = ''] = word.split(/=(.*)/s)
        env[variable] =
          variable === 'PATH' ? below(value).replace(/\$PATH$/, String(env.PATH)) : value
      }
    } else if (name === 'RUN' && !rest.startsWith('apt-get ')) {
      const command = rest.replace(/(?<=\s)\/(?=\w)/g, `${root}/`)
      await promisify(execFile)('sh', ['-ec', command], {
        ...{ cwd: folder, env },
        maxBuffer: 64 * 2 ** 20,
      })
    }
  }
  return { folder, env }
}

async function copy(
  { flags, rest }: Instruction,
  folder: string,
  { context, isAdmitted, root, roots }: BuildFolders,
): Promise<void> {
  const words = rest.split(' ')
  const target = String(words.pop())
  const destination = target.startsWith('/') ? join(root, target) : join(folder, target)
  const from = flags.from === undefined ? context : roots.get(flags.from)
  if (from === undefined) throw new Error(`No stage is named ${flags.from}.`)
  const isCopied = (path: string) => flags.from !== undefined || isAdmitted(relative(context, path))
  for (const word of words) {
    const source = join(from, word)
    if (!isCopied(source)) throw new Error(`COPY ${word}: the ignore file excludes it.`)
    // The content of a folder is copied, not the folder.
    const isFileInFolder = target.endsWith('/') && (await stat(source)).isFile()
    const place = isFileInFolder ? join(destination, basename(source)) : destination
    // Much faster than cp, which waits for each file.
    cpSync(source, place, { recursive: true, verbatimSymlinks: true, filter: isCopied })
  }
}

/** Reads an ignore file: the last line that matches a path or a folder above it decides. */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line
        .replace(/^!/, '')
        .replace(/[.+^$()[\]{}|\\]/g, '\\$&')
        .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
      return { isAdmitted: line.startsWith('!'), pattern: new RegExp(`^${pattern}(?:/|$)`) }
    })
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isAdmitted ?? true
}
