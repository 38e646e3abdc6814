import { globSync, readFileSync } from 'node:fs'

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
