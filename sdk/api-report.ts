// Writes sdk/api/<entry>.api.md, the public types as one reads them in a review; with --check, fails when they changed.
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const folder = fileURLToPath(new URL('.', import.meta.url))
const isCheck = process.argv.includes('--check')

for (const entry of ['index', 'images', 'query', 'graphql', 'rss', 'element']) {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${folder}package.json`,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: `${folder}dist/${entry}.d.ts`,
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
          files: [`dist/${entry}.d.ts`],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${entry}.api.md`,
        reportFolder: `${folder}api`,
        reportTempFolder: `${folder}dist/api`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
  const { apiReportChanged, succeeded } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error
    },
  })
  if (isCheck && apiReportChanged) {
    console.error(
      `The public types of ${entry} changed. Run \`npm run api -w @photofeed/sdk\`, and look at the difference as a user would.`,
    )
  }
  if (!succeeded) process.exitCode = 1
}
