import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** What an editor shows over names in a program. */
export interface Hover {
  /** Returns the text over the first occurrence of `name`, or over its last part: `feed.me`. */
  over(name: string): string
  /** The errors of TypeScript in the program. */
  readonly errors: readonly string[]
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  types: [],
}

/** Returns the hovers of a program that imports the built package. */
export function hoverOf(program: string): Hover {
  // Beside this file, so that it finds the packages.
  const file = fileURLToPath(new URL('program.mts', import.meta.url))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? program : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (name) => realpathSync(name),
  })
  return {
    over(name) {
      const start = program.indexOf(name)
      if (start < 0) throw new Error(`${name} is not in the program.`)
      const info = service.getQuickInfoAtPosition(file, start + name.lastIndexOf('.') + 1)
      return ts.displayPartsToString(info?.displayParts)
    },
    errors: service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  }
}
