/** The parts of a scenario: six healthy hours, a failure, and an hour after its repair. */
export const minutes = { healthy: 370, failing: 90, repaired: 60 }
const lengths = Object.values(minutes)

/** By series: the value of a gauge, by how much a counter increases in a minute, null if it is not scraped, or text for promtool. */
type Values = Record<string, number | string | null>

export interface Scenario {
  name: string
  /** What differs from a healthy service while the failure lasts, by series; also how it is an hour later. */
  failing: (accounts: number) => Values
  repaired?: (accounts: number) => Values
  /** The alerts that fire at the end of the failure, without "Photofeed". */
  fires: readonly string[]
  /** Those of them that no other one explains; by default all. */
  named?: readonly string[]
}

/** A healthy service, with the odd failure that any service of its size has. */
function healthy(accounts: number): Values {
  const odd = (share: number) => Math.floor(accounts * share)
  return {
    'up{job="photofeed",instance="a"}': 1,
    'up{job="photofeed",instance="b"}': 1,
    'photofeed_check_up{check="database"}': 1,
    'photofeed_check_up{check="writes"}': 1,
    'photofeed_check_up{check="media"}': 1,
    'photofeed_http_requests_total{route="/api/v1/me",status="200"}': accounts / 60,
    'photofeed_http_requests_total{route="/api/v1/me",status="500"}': odd(0.0001) / 60,
    'photofeed_http_request_duration_seconds_bucket{route="/api/v1/me",le="0.5"}': accounts / 60,
    'photofeed_http_request_duration_seconds_bucket{route="/api/v1/me",le="1"}': accounts / 60,
    'photofeed_http_request_duration_seconds_bucket{route="/api/v1/me",le="+Inf"}': accounts / 60,
    'photofeed_failing_deliveries{lane="mail"}': 0,
    'photofeed_failing_deliveries{lane="purge"}': 0,
    'photofeed_failing_deliveries{lane="deletion"}': 0,
    'photofeed_failed_connects_total{problem="invalid-app"}': 0,
    'photofeed_connections{state="ready"}': accounts - odd(0.03),
    'photofeed_connections{state="invalid_token"}': odd(0.03),
    'photofeed_media_downloads_total{result="stored"}': accounts / 1440,
    'photofeed_media_downloads_total{result="responded with 403"}': odd(0.001) / 60,
    'photofeed_late_work{lane="routine"}': odd(0.002),
    'photofeed_late_work{lane="mail"}': 0,
    'photofeed_jobs{kind="posts",state="failing"}': odd(0.005),
    'photofeed_jobs{kind="posts",state="failing_for_a_day"}': odd(0.001),
    photofeed_expiring_tokens: odd(0.001),
    'photofeed_platform_pauses{limit="app"}': 0,
    photofeed_process_start_time_seconds: 7,
    photofeed_backup_timestamp_seconds: 0,
    photofeed_backup_missing_files: 0,
  }
}

const database = [
  'photofeed_connections',
  'photofeed_late_work',
  'photofeed_jobs',
  'photofeed_expiring',
]
const ok = 'photofeed_http_requests_total{route="/api/v1/me",status="200"}'
const failed = 'photofeed_http_requests_total{route="/api/v1/me",status="500"}'
const within = (le: string) =>
  `photofeed_http_request_duration_seconds_bucket{route="/api/v1/me",le="${le}"}`
const stored = 'photofeed_media_downloads_total{result="stored"}'
const notStored = 'photofeed_media_downloads_total{result="unreachable"}'
const posts = (state: string) => `photofeed_jobs{kind="posts",state="${state}"}`

/** All series of a healthy service that begin with one of the names, as none. */
function unknown(accounts: number, names: readonly string[] = ['']): Values {
  const all = Object.keys(healthy(accounts))
  const found = all.filter((series) => names.some((name) => series.startsWith(name)))
  return Object.fromEntries(found.map((series) => [series, null]))
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'a process is gone',
    failing: () => ({ 'up{job="photofeed",instance="b"}': 0 }),
    fires: ['ServerGone'],
  },
  { name: 'nothing is scraped', failing: (accounts) => unknown(accounts), fires: ['ServerGone'] },
  {
    name: 'the database is gone',
    failing: (accounts) => ({
      ...unknown(accounts, database),
      'photofeed_check_up{check="database"}': 0,
      'photofeed_check_up{check="writes"}': 0,
      [ok]: 0,
      [failed]: accounts / 60,
      'photofeed_failing_deliveries{lane="mail"}': 1,
    }),
    fires: ['DatabaseGone', 'Errors', 'MailFails', 'WritesFail'],
    named: ['DatabaseGone'],
  },
  {
    name: 'three responses in a hundred are errors',
    failing: (accounts) => ({ [failed]: (0.03 * accounts) / 60 }),
    fires: ['Errors'],
  },
  {
    name: 'the disk is full',
    failing: (accounts) => ({
      'photofeed_check_up{check="writes"}': 0,
      [failed]: (0.05 * accounts) / 60,
      [posts('failing')]: accounts,
    }),
    fires: ['Errors', 'WorkFails', 'WritesFail'],
    named: ['WritesFail'],
  },
  {
    name: 'the mail server is down',
    failing: () => ({ 'photofeed_failing_deliveries{lane="mail"}': 1 }),
    fires: ['MailFails'],
  },
  {
    name: 'the secret of the app is wrong',
    failing: () => ({ 'photofeed_failed_connects_total{problem="invalid-app"}': 1 / 20 }),
    fires: ['NobodyCanConnect'],
  },
  {
    name: 'the platform blocks the app: all connections break',
    failing: (accounts) => ({
      'photofeed_connections{state="ready"}': 0,
      'photofeed_connections{state="invalid_token"}': accounts,
    }),
    fires: ['ManyBreak'],
  },
  {
    name: 'an owner changes a password',
    failing: (accounts) => ({
      'photofeed_connections{state="ready"}': accounts - Math.floor(accounts * 0.03) - 1,
      'photofeed_connections{state="invalid_token"}': Math.floor(accounts * 0.03) + 1,
    }),
    fires: [],
  },
  {
    name: 'the bucket is down',
    failing: (accounts) => ({
      'photofeed_check_up{check="media"}': 0,
      'photofeed_failing_deliveries{lane="deletion"}': 1,
      [posts('failing')]: Math.ceil(accounts / 2),
    }),
    fires: ['DeletionsFail', 'MediaFail', 'WorkFails'],
    named: ['MediaFail'],
  },
  {
    name: 'a firewall keeps the media away',
    // Each refresh tries again what is missing, and finds it after the repair.
    failing: (accounts) => ({ [stored]: 0, [notStored]: accounts / 120 }),
    repaired: (accounts) => ({ [stored]: accounts / 60, [notStored]: 0 }),
    fires: ['MediaAreNotStored'],
  },
  {
    name: 'the media of one post cannot be downloaded',
    failing: () => ({ [notStored]: 1 / 1440 }),
    fires: [],
  },
  {
    name: 'the cache takes no purge',
    failing: () => ({ 'photofeed_failing_deliveries{lane="purge"}': 1 }),
    fires: ['PurgesFail'],
  },
  {
    name: 'deletions fail',
    failing: () => ({ 'photofeed_failing_deliveries{lane="deletion"}': 1 }),
    fires: ['DeletionsFail'],
  },
  {
    name: 'no worker runs',
    failing: (accounts) => ({
      'photofeed_late_work{lane="routine"}': Math.ceil(accounts * 0.5),
      'photofeed_late_work{lane="mail"}': 1,
    }),
    fires: ['WorkIsLate'],
  },
  {
    name: 'one job is late',
    failing: (accounts) => ({
      'photofeed_late_work{lane="routine"}': Math.floor(accounts * 0.002) + 1,
    }),
    fires: [],
  },
  {
    name: 'the platform is down',
    failing: (accounts) => ({ [posts('failing')]: accounts }),
    fires: ['WorkFails'],
  },
  {
    name: 'a few accounts fail for a day',
    failing: (accounts) => ({ [posts('failing_for_a_day')]: Math.ceil(accounts * 0.06) }),
    fires: ['JobsFailForADay'],
  },
  {
    name: 'tokens are not renewed',
    failing: (accounts) => ({
      photofeed_expiring_tokens: Math.ceil(accounts * 0.06),
      'photofeed_jobs{kind="token",state="failing_for_a_day"}': Math.ceil(accounts * 0.06),
    }),
    fires: ['JobsFailForADay', 'TokensExpire'],
  },
  {
    name: 'the app is throttled',
    failing: (accounts) => ({
      'photofeed_platform_pauses{limit="app"}': 1,
      'photofeed_late_work{lane="routine"}': accounts,
      [posts('failing')]: accounts,
    }),
    fires: ['AppIsThrottled', 'WorkFails', 'WorkIsLate'],
    named: ['AppIsThrottled'],
  },
  {
    name: 'one response in five is slow',
    failing: (accounts) => ({ [within('0.5')]: (0.8 * accounts) / 60 }),
    fires: ['Slow'],
  },
  {
    name: 'the disk of the backups is full for two days',
    failing: () => ({ photofeed_backup_timestamp_seconds: -2 * 86_400 }),
    fires: ['BackupIsOld'],
  },
  {
    name: 'the disk of the media is not mounted during a backup',
    failing: () => ({ photofeed_backup_missing_files: 200 }),
    fires: ['BackupIsOld'],
  },
  {
    name: 'a backup waits for its hour',
    failing: () => ({ photofeed_backup_timestamp_seconds: -86_400 }),
    fires: [],
  },
  {
    name: 'a process ends every five minutes',
    failing: () => ({
      photofeed_process_start_time_seconds: Array.from(
        { length: minutes.failing / 5 },
        (_, restart) => `${restart}x4`,
      ).join(' '),
    }),
    fires: ['Restarts'],
  },
]

const isCounter = (series: string) => /_total|_bucket/.test(series)

/** Returns the series of a scenario as promtool reads them. */
export function inputSeries({ failing, repaired }: Scenario, accounts: number) {
  const before = healthy(accounts)
  const during: Values = { ...before, ...failing(accounts) }
  const after: Values = { ...before, ...repaired?.(accounts) }
  return Object.keys(during).map((series) => {
    let counted = 0
    const parts = [before, during, after].map((values, index) => {
      const { [series]: value = 0 } = values
      const length = lengths[index] ?? 0
      if (typeof value === 'string') return value
      if (value === null) return `_x${length}`
      if (!isCounter(series)) return `${value}x${length - 1}`
      counted += value * length
      return `${counted - value * length}+${value}x${length - 1}`
    })
    return { series, values: parts.join(' ') }
  })
}
