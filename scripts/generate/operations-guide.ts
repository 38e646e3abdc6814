import { parse } from 'yaml'
import { readText } from '../packages.ts'
import { table, withTables } from './tables.ts'

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
    alerts: alertTable(guide),
  }
  return { [path]: withTables(guide, blocks) }
}

function block(path: string): string {
  return `\`\`\`\n${readText(path)}\`\`\``
}

function alertTable(guide: string): string {
  const { groups } = parse(readText('server/deploy/prometheus/rules.yml')) as {
    groups: { rules: Alert[] }[]
  }
  const headings = new Set([...guide.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading))
  // A section in quotation marks becomes a link.
  const linked = (text: string) =>
    text.replaceAll(/"([^"]+)"/g, (quoted, heading: string) =>
      headings.has(heading) ? `[${heading}](#${anchorOf(heading)})` : quoted,
    )
  return table(
    ['Alert', 'Severity', 'Expression', 'What it means', 'What to do'],
    groups
      .flatMap(({ rules }) => rules)
      .map(({ alert, expr, for: duration, labels, annotations }) => [
        `\`${alert}\``,
        labels.severity,
        `\`${expr.replaceAll('|', '\\|')}\`${duration ? ` for ${duration}` : ''}`,
        linked(annotations.summary),
        linked(annotations.action),
      ]),
  )
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
