import { readFile } from 'node:fs/promises'

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')

/** The code blocks of the README in a language, which is a regular expression. */
export function blocks(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g')
  return [...readme.matchAll(pattern)].map(([, code = '']) => code)
}
