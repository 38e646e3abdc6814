import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch } from './processes.ts'
import { tempFolder } from './temp-folder.ts'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

/**
 * Runs a test of a runner in a folder of its own, without flags of Node. `settings` is its variable SETTINGS; `installed` is
 * the folder `node_modules` that has the runner, by default ours.
 */
export async function runTest(
  command: string[],
  settings: string,
  files: Readonly<Record<string, string>>,
  installed = packages,
) {
  const folder = await tempFolder()
  await symlink(installed, join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const [file = '', ...args] = command
  const { NODE_OPTIONS, VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } =
    process.env
  const { ended } = launch(process.execPath, [join(installed, file), ...args], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'test', SETTINGS: settings },
  })
  const { code, stdout, stderr } = await ended
  return code === 0 ? 'passed' : `${stdout}${stderr}`
}
