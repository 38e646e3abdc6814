// Writes sdk/api/<entry>.api.md, the public types for reviews; with --check, fails if they changed.
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

const folder = fileURLToPath(new URL('.', import.meta.url))
const isCheck = process.argv.includes('--check')
// Not in dist/, which another process may be packing.
const drafts = mkdtempSync(join(tmpdir(), 'photofeed-api-'))
process.on('exit', () => rmSync(drafts, { recursive: true, force: true }))

const entries = ['index', 'images', 'query', 'graphql', 'rss', 'element', 'render']
const fileOf = (entry: string) => `${folder}dist/${entry}.d.ts`

function configOf(entry: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${folder}package.json`,
    configObject: {
      projectFolder: folder,
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
        reportFolder: `${folder}api`,
        reportTempFolder: drafts,
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

// One compiler program for all entries, because creating it takes longer than the reports.
const compilerState = CompilerState.create(configOf('index'), {
  additionalEntryPoints: entries.map(fileOf),
})

/** Types that an entry uses and does not export; another entry has to. */
const named = new Set<string>()

for (const entry of entries) {
  const { apiReportChanged, errorCount } = Extractor.invoke(configOf(entry), {
    compilerState,
    localBuild: !isCheck,
    messageCallback: (message) => {
      if (message.messageId === 'ae-forgotten-export')
        named.add(/"(\w+)"/.exec(message.text)?.[1] ?? '')
      message.handled = message.logLevel !== ExtractorLogLevel.Error
    },
  })
  if (isCheck && apiReportChanged) {
    process.exitCode = 1
    console.error(
      `The public types of ${entry} changed. Run \`npm run api -w @photofeed/sdk\`, and review the difference.`,
    )
  }
  if (errorCount > 0) process.exitCode = 1
}

// A base class that a server lacks, and TypeScript 5.4's `NoInfer` for older ones.
const internal = ['Base', 'NotInferred']
const exported = entries
  .map((entry) => readFileSync(`${folder}api/${entry}.api.md`, 'utf8'))
  .flatMap((report) => [...report.matchAll(/^export (?:abstract )?\w+ (\w+)/gm)])
  .map(([, name]) => name)
for (const name of named) {
  if (exported.includes(name) || internal.includes(name)) continue
  console.error(
    `The public types name ${name}, which no entry exports. Export it, or leave it out.`,
  )
  process.exitCode = 1
}
