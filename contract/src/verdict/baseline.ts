/** What an earlier run found broken: ids of rules. */
export type Baseline = ReadonlySet<string>

type Judged = { id: string; outcome: string }

/** The baseline in the text of a JSON report; null when the text is none. */
export function baselineOf(text: string): Baseline | null {
  const rules = rulesOf(text)
  if (!Array.isArray(rules) || !rules.every(isJudged)) return null
  return new Set(rules.filter(({ outcome }) => isBroken(outcome)).map(({ id }) => id))
}

export function isBroken(outcome: string): boolean {
  return outcome === 'fail' || outcome === 'notice'
}

function rulesOf(text: string): unknown {
  try {
    return JSON.parse(text)?.rules
  } catch {
    return null
  }
}

function isJudged(rule: unknown): rule is Judged {
  const { id, outcome } = (rule ?? {}) as Partial<Judged>
  return typeof id === 'string' && typeof outcome === 'string'
}
