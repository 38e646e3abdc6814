import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tsc } from '../scripts/build/typescript.ts'
import { runCommand } from './processes.ts'
import { tempFolder } from './temp-folder.ts'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

/** The types of `fetch` that openapi-fetch's declarations name. The DOM and Node's types have them. */
export const fetchTypes = `
declare global {
  interface RequestInit { headers?: object }
  interface Request {}
  interface Headers {}
  interface Response {
    readonly body: object | null
    text(): Promise<string>
    blob(): Promise<object>
    arrayBuffer(): Promise<ArrayBuffer>
  }
  var Request: { new (): Request }
  function fetch(): Promise<Response>
}
export {}
`

/**
 * Returns the type errors of modules in one program, without their places. The modules, texts by file name, import the
 * installed packages and the builds of ours.
 */
export async function typeErrors(
  modules: Readonly<Record<string, string>>,
  compilerOptions: object,
  include: readonly string[] = [],
): Promise<string[]> {
  const folder = await tempFolder()
  await symlink(packages, join(folder, 'node_modules'))
  for (const [name, code] of Object.entries(modules)) await writeFile(join(folder, name), code)
  const config = {
    compilerOptions: { strict: true, noEmit: true, types: [], ...compilerOptions },
    files: Object.keys(modules),
    include,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { code, stdout } = await runCommand(tsc, '-p', folder, '--singleThreaded')
  const errors = [...stdout.matchAll(/^.*?error TS\d+: (.*)$/gm)].map(([, message = '']) => message)
  if ((code === 0) !== (errors.length === 0)) throw new Error(`tsc ended with ${code}: ${stdout}`)
  return errors
}
