import { parse } from 'yaml'
import { readText } from '../packages.ts'
import { withTables } from './tables.ts'

interface Alert {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

/** Returns the guide for operators with the files that the server's package has for them. */
export function generate() {
  const path = 'docs/operations.md'
  const guide = readText(path)
  const blocks = {
    'systemd unit': block('server/deploy/systemd/photofeed.service'),
    nginx: block('server/deploy/nginx.conf'),
    tracing: block('server/deploy/tracing.mjs'),
    alerts: alertSections(guide),
  }
  return { [path]: withTables(guide, blocks) }
}

function block(path: string): string {
  return `\`\`\`\n${readText(path)}\`\`\``
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
    .map(({ alert, expr, for: duration, labels, annotations }) =>
      [
        `### ${alert}`,
        `**${linked(annotations.summary)}** ${linked(annotations.action)}`,
        `${labels.severity}: \`${expr.trim()}\`${duration ? ` for ${duration}` : ''}`,
      ].join('\n\n'),
    )
    .join('\n\n')
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
