import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor'

const sdk = fileURLToPath(new URL('../../sdk/', import.meta.url))
const entries = ['index', 'images', 'query', 'graphql', 'rss', 'element', 'render']
const fileOf = (entry: string) => `${sdk}dist/${entry}.d.ts`

function configOf(entry: string, folder: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${sdk}package.json`,
    configObject: {
      projectFolder: sdk,
      mainEntryPointFilePath: fileOf(entry),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'nodenext',
            moduleResolution: 'nodenext',
            lib: ['es2023', 'dom', 'dom.iterable'],
            types: [],
            strict: true,
          },
          files: entries.map(fileOf),
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${entry}.api.md`,
        reportFolder: folder,
        reportTempFolder: join(folder, 'drafts'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
}

/** Returns sdk/api/<entry>.api.md, the public types for a review. Throws if they name a type that no entry exports. */
export function generate() {
  // Not below dist/, because all of that is packed.
  const folder = mkdtempSync(join(tmpdir(), 'photofeed-api-'))
  try {
    return apiReports(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function apiReports(folder: string) {
  // One program of the compiler for all entries, because creating it takes longer than the reports.
  const compilerState = CompilerState.create(configOf('index', folder), {
    additionalEntryPoints: entries.map(fileOf),
  })
  /** Types that an entry uses and does not export. */
  const forgotten = new Set<string>()
  const reports: Record<string, string> = {}
  for (const entry of entries) {
    const { errorCount } = Extractor.invoke(configOf(entry, folder), {
      compilerState,
      localBuild: true,
      messageCallback: (message) => {
        if (message.messageId === 'ae-forgotten-export')
          forgotten.add(/"(\w+)"/.exec(message.text)?.[1] ?? '')
        message.handled = message.logLevel !== ExtractorLogLevel.Error
      },
    })
    if (errorCount > 0) throw new Error(`API Extractor found errors in the types of ${entry}.`)
    reports[`sdk/api/${entry}.api.md`] = readFileSync(join(folder, `${entry}.api.md`), 'utf8')
  }
  const exported = Object.values(reports)
    .flatMap((report) => [...report.matchAll(/^export (?:abstract )?\w+ (\w+)/gm)])
    .map(([, name = '']) => name)
  // A base class that a server lacks, and TypeScript 5.4's `NoInfer` for older ones.
  for (const name of [...exported, 'Base', 'NotInferred']) forgotten.delete(name)
  if (forgotten.size > 0) {
    throw new Error(`No entry exports ${[...forgotten].join(', ')}, which public types name.`)
  }
  return reports
}
