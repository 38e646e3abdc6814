import { parse } from 'yaml'
import { readText } from '../packages.ts'
import { withTables } from './tables.ts'

interface Alert {
  alert: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

/** Returns the guide for operators with the alerts that the server's package has. */
export function generate() {
  const path = 'docs/operations.md'
  const guide = readText(path)
  return { [path]: withTables(guide, { alerts: alertSections(guide) }) }
}

/** A section for each alert, whose address is in the alert. */
function alertSections(guide: string): string {
  const { groups } = parse(readText('server/deploy/prometheus/rules.yml')) as {
    groups: { rules: (Alert | { record: string })[] }[]
  }
  const headings = new Set([...guide.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading))
  // A section in quotation marks becomes a link.
  const linked = (text: string) =>
    text.replaceAll(/"([^"]+)"/g, (quoted, heading: string) =>
      headings.has(heading) ? `[${heading}](#${anchorOf(heading)})` : quoted,
    )
  return groups
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => ('alert' in rule ? rule : []))
    .map(
      ({ alert, labels, annotations }) =>
        `### ${alert}\n\n**${linked(annotations.summary)}** ${linked(annotations.action)} (${labels.severity})`,
    )
    .join('\n\n')
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
