import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const entries = ['', 'images', 'query', 'cache', 'render', 'element', 'graphql', 'rss', 'astro']

/** Returns the reference of the SDK, from its declarations. */
export function sdkReference(): string {
  const fileOf = (entry: string) =>
    fileURLToPath(new URL(`../../../sdk/dist/${entry || 'index'}.d.ts`, import.meta.url))
  const files = entries.map(fileOf).filter(existsSync)
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: [],
    noLib: true,
  })
  const checker = program.getTypeChecker()
  return entries
    .flatMap((entry) => {
      const source = program.getSourceFile(fileOf(entry))
      const module = source && checker.getSymbolAtLocation(source)
      if (!module) return []
      const exported = checker
        .getExportsOfModule(module)
        .map((symbol) =>
          symbol.flags & ts.SymbolFlags.Alias
            ? ([symbol.name, checker.getAliasedSymbol(symbol)] as const)
            : ([symbol.name, symbol] as const),
        )
        .filter(([name]) => name !== 'default')
        .toSorted(([a, one], [b, other]) => rank(one) - rank(other) || a.localeCompare(b, 'en'))
      return [
        `## @photofeed/sdk${entry && `/${entry}`}`,
        ...exported.flatMap(([name, symbol]) => exportParts(name, symbol, checker)),
      ]
    })
    .join('\n\n')
}

function rank(symbol: ts.Symbol): number {
  if (symbol.flags & ts.SymbolFlags.Function) return 0
  if (symbol.flags & ts.SymbolFlags.Class) return 1
  return symbol.flags & ts.SymbolFlags.Variable ? 2 : 3
}

function exportParts(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const declarations = symbol.declarations ?? []
  const texts = declarations.map((declaration) => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    return node
      .getText()
      .replace(/^(export )?(declare )?/, '')
      .replaceAll(/^\s*#private;\n/gm, '')
  })
  if (texts.length === 0) return []
  const comment = prose(ts.displayPartsToString(symbol.getDocumentationComment(checker)))
  const tags = symbol.getJsDocTags(checker)
  const examples = tags
    .filter((tag) => tag.name === 'example')
    .map((tag) => ts.displayPartsToString(tag.text))
    .map((text) => (text.includes('```') ? text : `\`\`\`ts\n${text}\n\`\`\``))
  return [
    `### ${name}`,
    ...(comment ? [comment] : []),
    `\`\`\`ts\n${texts.join('\n')}\n\`\`\``,
    ...examples,
  ]
}

/** A comment as Markdown: a link to a declaration is its name. */
function prose(text: string): string {
  return text.replaceAll(/\{@link (\S+?)\}/g, '`$1`').replaceAll(/<(?=[a-z])/g, '\\<')
}
