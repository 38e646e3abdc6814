import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installOnce } from './npm-install.ts'

const packages = [
  ...['eslint@10.15.0', 'typescript-eslint@8.74.0', 'typescript@6.0.3', 'svelte@5.57.3'],
  ...['eslint-plugin-astro@3.2.1', 'eslint-plugin-react-hooks@7.1.1'],
  ...['eslint-plugin-svelte@3.24.1', 'eslint-plugin-vue@10.12.1'],
]

/** Returns what the strict, type-checked rules of typescript-eslint report on the files of a folder with a tsconfig.json. */
export async function lintStrictly(folder: string, ...options: string[]): Promise<string> {
  const eslint = await installOnce('eslint', ...packages)
  const config = join(eslint, 'eslint.config.js')
  await copyFile(join(import.meta.dirname, 'eslint.config.js'), config)
  const program = join(eslint, 'node_modules/eslint/bin/eslint.js')
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [program, '--config', config, ...options, '.'],
    { cwd: folder },
  ).catch((error) => error)
  return stdout + stderr
}
