import { parse } from 'yaml'
import { attemptLimits } from '../../server/src/owners/limits.ts'
import { readText } from '../packages.ts'
import { table, withTables } from './tables.ts'

interface Alert {
  alert: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

/** Returns the guide for operators with the alerts and the limits that the server has. */
export function generate() {
  const path = 'docs/operations.md'
  const guide = readText(path)
  return { [path]: withTables(guide, { alerts: alertSections(guide), limits: limitsTable() }) }
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

function limitsTable(): string {
  const pause = (ms: number) => {
    if (ms === 60_000) return 'a minute'
    return ms > 90_000 ? `${ms / 60_000} minutes` : `${ms / 1000} seconds`
  }
  const rows = Object.values(attemptLimits).flatMap(({ counts, size, refillMs }) =>
    counts === null ? [] : [[counts, `${size}`, pause(refillMs)]],
  )
  return table(['What', 'Burst', 'Then one after'], rows)
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
