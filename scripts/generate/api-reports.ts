import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entries = [
  ...['index', 'images', 'query', 'graphql', 'rss', 'cache', 'astro'].map((entry) => [
    'sdk',
    entry,
  ]),
  ...['element', 'render'].map((entry) => ['element', entry]),
] as const
const printer = ts.createPrinter({ removeComments: true })

/** Returns <package>/api/<entry>.api.md, the public types for a review. Throws if they name a type that no entry exports. */
export function generate() {
  const files = entries.map(([folder, entry]) => `${root}${folder}/dist/${entry}.d.ts`)
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  })
  const checker = program.getTypeChecker()
  const resolve = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const exportsOf = (file: string) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node)
    return checker
      .getExportsOfModule(module as ts.Symbol)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
  const exported = new Set(files.flatMap(exportsOf).map(resolve))
  const forgotten = new Set<string>()

  /** Adds the types of the SDK that a declaration names and no entry exports. */
  function addForgotten(node: ts.Node): void {
    const found = ts.isIdentifier(node) && checker.getSymbolAtLocation(node)
    if (found) {
      const symbol = resolve(found)
      const isType = symbol.flags & (ts.SymbolFlags.Type & ~ts.SymbolFlags.TypeParameter)
      const isOurs = symbol.declarations?.some((it) =>
        /\/(sdk|element)\/dist\//.test(it.getSourceFile().fileName),
      )
      if (isType && isOurs && !exported.has(symbol)) forgotten.add(symbol.name)
    }
    ts.forEachChild(node, addForgotten)
  }

  function print(symbol: ts.Symbol): string[] {
    return (resolve(symbol).declarations ?? []).map((declaration) => {
      addForgotten(declaration)
      const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
      return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    })
  }

  const reports = entries.map(([folder, entry], index) => {
    const declarations = exportsOf(files[index] as string).flatMap(print)
    const text = `# Public types of ${entry}\n\nMade by \`npm run generate:built\`. Do not edit.\n\n\`\`\`ts\n${declarations.join('\n\n')}\n\`\`\`\n`
    return [`${folder}/api/${entry}.api.md`, text]
  })
  // TypeScript 5.4's `NoInfer`, for older versions.
  forgotten.delete('NotInferred')
  // Made by openapi-typescript from openapi.yaml.
  forgotten.delete('paths')
  if (forgotten.size > 0) {
    throw new Error(`No entry exports ${[...forgotten].join(', ')}, which public types name.`)
  }
  return Object.fromEntries(reports) as Record<string, string>
}
