import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { readText } from '../packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['sdk', 'element', 'mock-server', 'contract']

/** Every entry of the packages that has types, by the name of its file. */
const entries = folders.flatMap((folder) => {
  const { exports } = JSON.parse(readText(`${folder}/package.json`)) as { exports: object }
  const files = JSON.stringify(Object.values(exports)).matchAll(/dist\/([\w-]+)\.d\.ts/g)
  return [...new Set([...files].map(([, entry = '']) => entry))].map((entry) => ({ folder, entry }))
})
const printer = ts.createPrinter({ removeComments: true })

/**
 * Returns the names that each entry exports, and <package>/api/<entry>.api.md: their types, then the types that these name and no
 * entry exports.
 */
export function readPublicTypes() {
  const files = entries.map(({ folder, entry }) => `${root}${folder}/dist/${entry}.d.ts`)
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

  /** Adds our types that a declaration names and no entry exports. */
  function addNamed(node: ts.Node, named: Set<ts.Symbol>): void {
    const found = ts.isIdentifier(node) && checker.getSymbolAtLocation(node)
    if (found) {
      const symbol = resolve(found)
      const isType = symbol.flags & (ts.SymbolFlags.Type & ~ts.SymbolFlags.TypeParameter)
      const isOurs = symbol.declarations?.some((it) =>
        /\/(sdk|element|mock-server|contract)\/dist\//.test(it.getSourceFile().fileName),
      )
      if (isType && isOurs && !exported.has(symbol)) named.add(symbol)
    }
    ts.forEachChild(node, (child) => addNamed(child, named))
  }

  function print(symbol: ts.Symbol, named: Set<ts.Symbol>): string[] {
    return (resolve(symbol).declarations ?? []).map((declaration) => {
      addNamed(declaration, named)
      const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
      return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    })
  }

  return entries.map(({ folder, entry }, index) => {
    const symbols = exportsOf(files[index] as string)
    const named = new Set<ts.Symbol>()
    const own = symbols.flatMap((symbol) => print(symbol, named))
    const others: string[] = []
    // The loop also visits what is added to the set during it.
    for (const symbol of named) {
      // Made by openapi-typescript from openapi.yaml.
      if (!/^(paths|operations|components)$/.test(symbol.name)) others.push(...print(symbol, named))
    }
    const sections = [own, others.toSorted()].map(
      (list) => `\`\`\`ts\n${list.join('\n\n')}\n\`\`\`\n`,
    )
    return {
      path: `${folder}/api/${entry}.api.md`,
      folder,
      entry,
      names: symbols.map(({ name }) => name),
      text: [
        `# Public types of ${entry}\n\nMade by \`npm run generate:built\`. Do not edit.\n`,
        sections[0],
        ...(others.length > 0 ? ['## Named by these, and not exported\n', sections[1]] : []),
      ].join('\n'),
    }
  })
}

/** Returns the reports by their paths. */
export function generate(): Record<string, string> {
  return Object.fromEntries(readPublicTypes().map(({ path, text }) => [path, text]))
}
