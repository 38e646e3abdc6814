import { chosenRules, type RuleChoice } from '../catalog/named-rules.ts'
import { baseUrl, ContractError } from '../http/contract-error.ts'
import { frontsOf } from '../http/front.ts'
import { createRedact } from '../http/redaction.ts'
import { judgeResponses, settled } from '../run/judge.ts'
import { type Report, reportOf } from '../run/report.ts'
import { type Recorded, readRecorded } from './recorded.ts'
import { apiPathOf, deploymentOf, trafficOf } from './traffic.ts'

export interface RecordedOptions extends RuleChoice {
  /** Paths, and how messages name them. */
  files: readonly { path: string; name: string }[]
  /** The deployment, if the traffic is with several. */
  url?: string
  /** Names of accounts, each with its key; other keys get a number. */
  accounts: Readonly<Record<string, string>>
  /** Called with a sentence about responses that were left out. */
  onNotice(sentence: string): void
}

/** Bodies of all files together, in bytes; what follows is left out. */
const mostBytes = 256 * 2 ** 20

/**
 * Judges recorded traffic by the rules that need no request of their own.
 *
 * @throws {ContractError} if a file is wrong (`usage`), or it has nothing that can be judged (`undecided`).
 */
export async function checkRecorded(options: RecordedOptions): Promise<Report> {
  const started = Date.now()
  const chosen = options.url === undefined ? null : baseUrl(options.url)
  if (chosenRules(options).rules.every((rule) => rule.kind !== 'response')) {
    const reason = 'The chosen rules send requests of their own: check the deployment itself.'
    throw new ContractError('usage', reason)
  }
  const { recorded, deployments, leftOut } = await read(options.files, chosen)
  for (const [reason, count] of leftOut)
    options.onNotice(`${count} ${count === 1 ? 'response' : 'responses'} left out: ${reason}.`)
  const [url = null, ...others] = chosen === null ? [...deployments] : [chosen]
  if (others.length > 0) {
    const found = [url, ...others].slice(0, 5).join(', ')
    throw new ContractError(
      'usage',
      `The traffic is with several deployments: ${found}. Name one with --url.`,
    )
  }
  const report = url === null ? null : judgeRecorded(url, recorded, options, started)
  if (report) return report
  const files = options.files.map(({ name }) => name).join(', ')
  throw new ContractError('undecided', nothingToJudge(files))
}

function nothingToJudge(source: string): string {
  const advice =
    'Record requests to /api/v1/me, /api/v1/accounts, /api/v1/rss or /graphql, with their content.'
  return `Nothing was checked: ${source} has no response of the service that can be judged. ${advice}`
}

/** Judges traffic with one deployment; null if nothing of it can be judged. */
export function judgeRecorded(
  url: string,
  recorded: readonly Recorded[],
  options: RuleChoice & Pick<RecordedOptions, 'accounts'>,
  started: number,
): Report | null {
  const { rules, skipped } = chosenRules(options)
  const names = new Map(Object.entries(options.accounts).map(([name, key]) => [key, name]))
  const { exchanges, accounts } = trafficOf(url, recorded, names)
  if (exchanges.length === 0) return null
  const results = settled(
    rules.flatMap((rule) => (rule.kind === 'response' ? [judgeResponses(rule, exchanges)] : [])),
    new Set(Object.keys(skipped)),
  )
  return reportOf({
    url: createRedact(Object.fromEntries(names))(url),
    accounts,
    results,
    requests: exchanges.length,
    milliseconds: Date.now() - started,
    skip: skipped,
    require: [],
    isRecorded: true,
    front: frontsOf(exchanges),
  })
}

async function read(files: RecordedOptions['files'], chosen: string | null) {
  const recorded: Recorded[] = []
  const deployments = new Set<string>()
  const leftOut = new Map<string, number>()
  let bytes = 0
  const leave = (reason: string) => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  for (const { path, name } of files) {
    await readRecorded(path, name, {
      isWanted: (url) =>
        chosen === null
          ? deploymentOf(url) !== null || /\/api\/v1\//.test(URL.parse(url)?.pathname ?? '')
          : apiPathOf(url, chosen) !== null,
      found(one) {
        const deployment = deploymentOf(one.url)
        if (deployment !== null) deployments.add(deployment)
        bytes += one.bytes.byteLength
        if (bytes > mostBytes) leave(`beyond ${mostBytes / 2 ** 20} MB of bodies`)
        else recorded.push(one)
      },
      leftOut: leave,
    })
  }
  return { recorded, deployments, leftOut }
}
