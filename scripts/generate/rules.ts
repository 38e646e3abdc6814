import { catalog } from '../../contract/src/catalog/catalog.ts'
import { rulePage } from '../../contract/src/catalog/rule-page.ts'
import { bySection, type Section } from '../../contract/src/catalog/sections.ts'
import { undecidable } from '../../contract/src/catalog/undecidable.ts'
import { levelMeanings } from '../../contract/src/judging/rule.ts'
import { table } from './tables.ts'

type RulePage = ReturnType<typeof rulePage>

const folders: Record<string, string> = {
  'openapi.yaml': '../openapi',
  'schema.graphql': '../graphql',
}

/** Returns docs/rules.md: every rule with an anchor that is its id. */
export function generate() {
  const sections = bySection(catalog.map(rulePage))
  const parts = [
    '# Rules of the contract',
    '<!-- Made by `npm run generate`. Do not edit. -->',
    `What [\`@photofeed/contract\`](../contract/README.md) checks: ${catalog.length} rules. The id of a rule is permanent, and its anchor here. \`npx @photofeed/contract explain <rule>\` prints the paragraph about one.`,
    Object.entries(levelMeanings)
      .map(([level, meaning]) => `- **${level}**: ${meaning}`)
      .join('\n'),
    '## Contents',
    sections.map(contents).join('\n'),
    ...sections.flatMap((section) => [
      `<a id="${anchor(section)}"></a>\n\n## ${section.number} ${section.title}`,
      ...section.entries.map(paragraph),
    ]),
    '## What no rule decides',
    'What the specification promises, and no request that only reads can show.',
    table(
      ['Section', 'Promise', 'Why'],
      undecidable.map((row) => [...row]),
    ),
    '',
  ]
  return { 'docs/rules.md': parts.join('\n\n') }
}

function contents(section: Section<RulePage>): string {
  return `- [${section.number} ${section.title}](#${anchor(section)}): ${section.entries.length}`
}

function anchor({ number }: Section<RulePage>): string {
  return `section-${number}`
}

function paragraph(page: RulePage): string {
  const { id, level, section, sentence, definition, needs, blindSpots, hint } = page
  const [file = ''] = definition.split('#')
  // A link to a line would change whenever the definition does.
  const place = `[\`${definition}\`](${folders[file]}/${file})`
  const given = needs ? [`It needs ${needs}.`] : []
  const blind = blindSpots.map(({ mistake, remedy }) => `To find ${mistake}, it needs ${remedy}.`)
  const text = [`(${level}, ${section}).`, sentence, `Defined at ${place}.`, ...given, ...blind]
  return `<a id="${id}"></a>**${id}** ${[...text, ...(hint ? [hint] : [])].map(written).join(' ')}`
}

/** Code stays as it is; elsewhere these two would be markup. */
function written(text: string): string {
  return text.replace(/`[^`]*`|[<*]/g, (part) => (part.length > 1 ? part : `\\${part}`))
}
