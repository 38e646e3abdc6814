import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const content = new URL('../src/content/docs/', import.meta.url)

/** A fence of a page. */
export interface CodeBlock {
  /** The page and the number of the block: `guides/errors 2`. */
  name: string
  language: string
  meta: string
  code: string
}

/** Returns the blocks of all pages, from top to bottom. */
export function codeBlocks(): CodeBlock[] {
  return globSync('**/*.{md,mdx}', { cwd: content })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(new URL(file, content), 'utf8')
      const fences = text.matchAll(/^( *)```(\w*)([^\n]*)\n([\s\S]*?)^\1```$/gm)
      return [...fences].map(([, indent = '', language = '', meta = '', code = ''], index) => ({
        name: `${file.replace(/\.mdx?$/, '')} ${index + 1}`,
        language,
        meta: meta.trim(),
        code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }))
    })
}

/** Whether a block is TypeScript that no test of an included file checks. */
export const isTyped = ({ language, meta }: CodeBlock) =>
  ['ts', 'tsx'].includes(language) && !meta.includes('from=')

/** Writes each block of TypeScript as a file, with a tsconfig.json, into a folder of docs/.cache, and returns its path. */
export function writeTypedBlocks(name: string): string {
  const folder = new URL(`../.cache/${name}/`, import.meta.url)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { name, language, code } of codeBlocks().filter(isTyped)) {
    const file = `${name.replaceAll(/[^\w]/g, '-')}.${language}`
    writeFileSync(new URL(file, folder), `${code}\nexport {}\n`)
  }
  copyFileSync(new URL('block-globals.d.ts', import.meta.url), new URL('globals.d.ts', folder))
  const settings = {
    extends: '../../../tsconfig.json',
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ['*.ts', '*.tsx'],
    exclude: [],
  }
  writeFileSync(new URL('tsconfig.json', folder), JSON.stringify(settings))
  return fileURLToPath(folder)
}
