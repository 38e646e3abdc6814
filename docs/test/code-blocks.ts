import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
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

const sources = globSync('{sdk,element,mock-server,contract}/src/**/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts'],
}).map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))

/** Returns the calls in texts that have only options: `feed.me({ pageSize: 12 })`. */
function calls(): string[] {
  const pages = globSync(['docs/{src/content/docs/**,manual}/*.{md,mdx}', '*/README.md'], {
    cwd: root,
  }).map((path) => readFileSync(new URL(path, root), 'utf8'))
  const pattern = /`((?:await )?(?:feed|mock)\.\w+\(\{[^`]*\}\))`/g
  const found = [...pages, ...sources.map(({ text }) => text)].flatMap((text) => [
    ...text.matchAll(pattern),
  ])
  return [...new Set(found.map(([, call = '']) => call))].toSorted()
}

const exported = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name = '']) => [name, path] as const,
  ),
)

/** Returns the examples of doc comments, each with imports of what its package exports. */
function examples() {
  return sources.flatMap(({ path, text }) => {
    const [folder = ''] = path.split('/')
    const blocks = text.matchAll(/@example.*\n((?:\s*\*(?!\/)(?! @).*\n)+)/g)
    return [...blocks].map(([, block = ''], index) => {
      const code = block.replaceAll(/^\s*\* ?(```.*)?/gm, '').replaceAll('…', '')
      const ofPackage = exported.filter(([, from]) => from.startsWith(`${folder}/`))
      const imports = [...new Map(ofPackage)]
        .filter(([name]) => new RegExp(`(?<![.\\w])${name}\\b(?!:| =)`).test(code))
        .map(([name, from]) => `import { ${name} } from '../../../${from}'\n`)
      const name = `example-${path.replace(/\.ts$/, '').replaceAll(/\W/g, '-')}-${index + 1}`
      return {
        file: `${name}.${code.includes('/>') ? 'tsx' : 'ts'}`,
        code: imports.join('') + code,
      }
    })
  })
}

/** Writes each block of TypeScript as a file, and the calls in texts as another, with a tsconfig.json, into a folder of docs/.cache, and returns its path. */
export function writeTypedBlocks(name: string): string {
  const folder = new URL(`../.cache/${name}/`, import.meta.url)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { name, language, code } of codeBlocks().filter(isTyped)) {
    const file = `${name.replaceAll(/[^\w]/g, '-')}.${language}`
    writeFileSync(new URL(file, folder), `${code}\nexport {}\n`)
  }
  for (const { file, code } of examples())
    writeFileSync(new URL(file, folder), `${code}\nexport {}\n`)
  writeFileSync(new URL('calls-in-texts.ts', folder), `${calls().join('\n')}\nexport {}\n`)
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
