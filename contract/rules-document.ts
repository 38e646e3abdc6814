// docs/rules.md: every rule with an anchor that is its id.

import { table } from '../testing/readme-tables.ts'
import { type Requirement, requirements, rulesOf } from './requirements.ts'
import { levelMeanings, type RulePage, rulePage } from './src/pages/rule-page.ts'
import { catalogue } from './src/rules/catalogue.ts'
import { bySection, type Section } from './src/rules/sections.ts'

const ids = catalogue.map(({ id }) => id)

const folders = { 'openapi.yaml': '../openapi', 'schema.graphql': '../graphql' }

/** Lines are handed in, for the generated ones may be those of yesterday. */
export function rulesDocument(lines: Record<string, number>): string {
  const sections = bySection(catalogue.map(rulePage))
  return [
    '# Rules of the contract',
    '<!-- Made by `npm run generate`. Do not edit. -->',
    `What [\`@photofeed/contract\`](../contract/README.md) checks: ${catalogue.length} rules. The id of a rule is permanent, and its anchor here. \`npx @photofeed/contract explain <rule>\` shows the definition and the requests too.`,
    Object.entries(levelMeanings)
      .map(([level, meaning]) => `- **${level}**: ${meaning}`)
      .join('\n'),
    '## Contents',
    sections.map(contents).join('\n'),
    ...sections.flatMap((section) => [
      `<a id="${anchor(section)}"></a>\n\n## ${section.number} ${section.title}`,
      ...section.entries.map((page) => paragraph(page, lines)),
    ]),
    '## Coverage',
    'What sections 2 to 9 of the specification promise, and the rules that decide it.',
    table(['Section', 'Promise', 'Decided by'], requirements.map(coverage)),
    '',
  ].join('\n\n')
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

function paragraph(page: RulePage, lines: Record<string, number>): string {
  const { id, level, section, sentence, definition, needs, hint } = page
  const { file, pointer } = definition
  const line = lines[pointer] ?? definition.line
  const place = `[${file}:${line}](${folders[file]}/${file}#L${line})`
  const given = needs ? [`It needs ${needs}.`] : []
  const text = [`(${level}, ${section}).`, sentence, `Defined in ${place}.`, ...given]
  return `<a id="${id}"></a>**${id}** ${[...text, ...(hint ? [hint] : [])].map(written).join(' ')}`
}

/** Code stays as it is; elsewhere these two would be markup. */
function written(text: string): string {
  return text.replace(/`[^`]*`|[<*]/g, (part) => (part.length > 1 ? part : `\\${part}`))
}
