import { catalog } from '../../contract/src/catalog/catalog.ts'
import { type Requirement, requirements, rulesOf } from '../../contract/src/catalog/requirements.ts'
import { bySection, type Section } from '../../contract/src/catalog/sections.ts'
import { levelMeanings, type RulePage, rulePage } from '../../contract/src/pages/rule-page.ts'
import { writeDefinitions } from '../build/definitions.ts'
import { table } from './tables.ts'

const ids = catalog.map(({ id }) => id)

const folders = { 'openapi.yaml': '../openapi', 'schema.graphql': '../graphql' }

/** Returns docs/rules.md: every rule with an anchor that is its id. */
export function generate() {
  // A page of a rule reads the lines of the definitions.
  writeDefinitions()
  const sections = bySection(catalog.map(rulePage))
  const parts = [
    '# Rules of the contract',
    '<!-- Made by `npm run generate`. Do not edit. -->',
    `What [\`@photofeed/contract\`](../contract/README.md) checks: ${catalog.length} rules. The id of a rule is permanent, and its anchor here. \`npx @photofeed/contract explain <rule>\` shows the definition and the requests too.`,
    Object.entries(levelMeanings)
      .map(([level, meaning]) => `- **${level}**: ${meaning}`)
      .join('\n'),
    '## Contents',
    sections.map(contents).join('\n'),
    ...sections.flatMap((section) => [
      `<a id="${anchor(section)}"></a>\n\n## ${section.number} ${section.title}`,
      ...section.entries.map(paragraph),
    ]),
    '## Coverage',
    'What sections 2 to 9 of the specification promise, and the rules that decide it.',
    table(['Section', 'Promise', 'Decided by'], requirements.map(coverage)),
    '',
  ]
  return { 'docs/rules.md': parts.join('\n\n') }
}

function contents(section: Section<RulePage>): string {
  return `- [${section.number} ${section.title}](#${anchor(section)}): ${section.entries.length}`
}

function coverage(requirement: Requirement): string[] {
  const { section, says } = requirement
  if ('undecidable' in requirement) return [section, says, `*Nothing. ${requirement.undecidable}*`]
  const links = rulesOf(requirement, ids).map((id) => `[${id}](#${id})`)
  return [section, says, links.join(', ')]
}

function anchor({ number }: Section<RulePage>): string {
  return `section-${number}`
}

function paragraph({ id, level, section, sentence, definition, needs, hint }: RulePage): string {
  const { file, pointer } = definition
  // A link to a line would change whenever the definition does.
  const place = `[\`${pointer}\`](${folders[file]}/${file})`
  const given = needs ? [`It needs ${needs}.`] : []
  const text = [`(${level}, ${section}).`, sentence, `Defined at ${place}.`, ...given]
  return `<a id="${id}"></a>**${id}** ${[...text, ...(hint ? [hint] : [])].map(written).join(' ')}`
}

/** Code stays as it is; elsewhere these two would be markup. */
function written(text: string): string {
  return text.replace(/`[^`]*`|[<*]/g, (part) => (part.length > 1 ? part : `\\${part}`))
}
