import { fileURLToPath } from 'node:url'
import { build, type Loader } from 'esbuild'
import { run } from '../../../test-support/processes.ts'
import type { FeedOptions } from '../../src/entries/index.ts'
import type { Block } from './blocks.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** What the README writes in the place of a service. */
export const placeholder = { baseUrl: 'https://feed.example', apiKey: '<API_KEY>' }

/** A block as a module: behind what it takes for granted, and before what looks at the outcome. */
export async function programOf(
  { language, code }: Pick<Block, 'language' | 'code'>,
  service: FeedOptions,
  platform: 'node' | 'browser',
  look = '',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import './globals.mts'\n${withService(code, service)}\n${look}`,
      loader: language as Loader,
      resolveDir: here,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform,
    ...(platform === 'node' && { packages: 'external' }),
    absWorkingDir: here,
    alias: { 'next/image': './next-image.ts' },
    // The SDK's package.json marks its files as free of side effects, but the globals are nothing else.
    ignoreAnnotations: true,
    logLevel: 'silent',
    jsx: 'automatic',
    define: { service: JSON.stringify(service) },
  })
  return outputFiles[0]?.text ?? ''
}

/** Runs modules in one Node, which imports packages once; the lines that each of them prints. */
export async function runInNode(
  programs: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> {
  const input = JSON.stringify(programs)
  const { output } = await run(process.execPath, ['run-programs.mjs'], { cwd: here, input })
  return JSON.parse(output)
}

/** Code with a service where the README writes a placeholder, or the mock that runs by default. */
export function withService(code: string, { baseUrl, apiKey }: FeedOptions): string {
  return code
    .replaceAll('http://127.0.0.1:4500', String(baseUrl))
    .replaceAll(placeholder.baseUrl, String(baseUrl))
    .replaceAll(placeholder.apiKey, apiKey)
}

/** A line with the service as the README writes it. */
export function readable(line: string, { baseUrl, apiKey }: FeedOptions): string {
  return line
    .replaceAll(String(baseUrl), placeholder.baseUrl)
    .replaceAll(apiKey, placeholder.apiKey)
}
