import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { npmInstall, pinned } from '../../test-support/npm-install.ts'
import { launch } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'

const source = fileURLToPath(new URL('../schema.graphql', import.meta.url))

/** Types that the specification fixes without an id: section 4.2 lists the fields of `me` and of `pagination`, 2.5 a width and a URL. */
const typesWithoutId = ['Account', 'Pagination', 'Size']

const config = `
import graphqlEslint from '@graphql-eslint/eslint-plugin'

const { rules } = graphqlEslint.configs['flat/schema-recommended']
export default [{
  files: ['*.graphql'],
  languageOptions: {
    parser: graphqlEslint.parser,
    parserOptions: { graphQLConfig: { schema: './schema.graphql' } },
  },
  plugins: { '@graphql-eslint': graphqlEslint },
  rules: {
    ...rules,
    '@graphql-eslint/strict-id-in-types': ['error', ${JSON.stringify({ exceptions: { types: typesWithoutId } })}],
  },
}]
`

test('the schema is written for its readers: what is assumed is in the documentation', async () => {
  expect(await readFile(source, 'utf8')).not.toMatch(/assumed/i)
})

test('graphql-eslint finds no problem in the schema', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const plugin = ['eslint@10.15.0', '@graphql-eslint/eslint-plugin@4.4.1']
  await npmInstall(folder, ...plugin, await pinned('graphql'))
  await writeFile(join(folder, 'eslint.config.js'), config)
  await copyFile(source, join(folder, 'schema.graphql'))
  const eslint = join(folder, 'node_modules/eslint/bin/eslint.js')
  const args = [eslint, '--format', 'json', 'schema.graphql']
  const { stdout } = await launch(process.execPath, args, { cwd: folder }).ended
  type Result = { messages: { line: number; ruleId: string; message: string }[] }
  const results: Result[] = JSON.parse(stdout)
  expect(results.map(({ messages }) => messages)).toEqual([[]])
}, 300_000)
