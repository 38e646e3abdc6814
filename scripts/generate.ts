// Writes the generated files, or compares them with --check: node scripts/generate.ts [--check] [--built]
// With --built these are the files that follow from the builds of the packages.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readText, root } from './packages.ts'

// In order, and loaded one by one, because a generator may import what an earlier one writes.
const fromSources = [
  () => import('./generate/design.ts'),
  () => import('./generate/openapi.ts'),
  () => import('./generate/graphql.ts'),
  () => import('./generate/resource-types.ts'),
  () => import('./generate/rules.ts'),
  () => import('./generate/settings.ts'),
  () => import('./generate/element-options.ts'),
  () => import('./generate/readmes.ts'),
  () => import('./generate/operations-guide.ts'),
  () => import('./generate/shared-facts.ts'),
]
const fromBuilds = [
  () => import('./generate/api-reports.ts'),
  () => import('./generate/sdk-sizes.ts'),
  () => import('./generate/contract-report.ts'),
]

/** Yields each generated file: its path in the repository and its text. */
export async function* generatedFiles(
  from: 'sources' | 'builds',
): AsyncGenerator<[path: string, text: string]> {
  for (const load of from === 'builds' ? fromBuilds : fromSources) {
    const { generate } = await load()
    yield* Object.entries<string>(await generate())
  }
}

async function main() {
  const isBuilt = process.argv.includes('--built')
  for await (const [path, text] of generatedFiles(isBuilt ? 'builds' : 'sources')) {
    const file = new URL(path, root)
    if (!process.argv.includes('--check')) {
      mkdirSync(new URL('.', file), { recursive: true })
      writeFileSync(file, text)
    } else if (!existsSync(file) || readText(path) !== text) {
      const command = `npm run generate${isBuilt ? ':built' : ''}`
      console.error(`${path} is missing or out of date. Run \`${command}\`.`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) {
  await main()
  // They change with every build, so that no check compares them.
  if (process.argv.includes('--built') && !process.argv.includes('--check'))
    await (await import('./budgets.ts')).writeValues()
}
