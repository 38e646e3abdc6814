import { readFile } from 'node:fs/promises'

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
const text = (await read('contract/README.md')) + (await read('docs/manual/contract.md'))

/** The code blocks of the README, and of the manual that continues it, in a language, which is a regular expression. */
export function blocks(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g')
  return [...text.matchAll(pattern)].map(([, code = '']) => code)
}
