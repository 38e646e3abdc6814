import './shims/buffer.ts'
import { checkContract } from '@photofeed/contract'
import { createMock } from '@photofeed/mock-server'
import { mutants } from './mutants.ts'
import { make } from './results.ts'

const url = 'https://feed.example'

/** Checks a mock with a mistake, and shows what the checker finds. */
export function startChecker(root: HTMLElement): void {
  const result = root.querySelector<HTMLElement>('.live-result')
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('button[data-state]')]
  if (!result) return
  let runs = 0

  async function run(id: string): Promise<void> {
    if (!result) return
    runs += 1
    const number = runs
    root.dataset.ran = 'false'
    root.dataset.state = id
    const mutant = mutants.find((candidate) => candidate.id === id)
    const mock = createMock({ baseUrl: url, warnings: 'off' })
    const status = make('p', { class: 'live-line' }, 'Reading the accounts …')
    result.replaceChildren(status)
    const names = ['premium', 'free', 'invalid-token', 'disconnected']
    const report = await checkContract({
      url,
      accounts: Object.fromEntries(names.map((name) => [name, mock.key(name)])),
      maxRequests: 1500,
      fetch: async (input, init) => {
        // The page stays responsive, and an outdated run ends.
        await new Promise((resolve) => setTimeout(resolve, 0))
        if (number !== runs) throw new DOMException('Another run has begun.', 'AbortError')
        const request = new Request(input, init)
        const response = await mock.fetch(input, init)
        return (await mutant?.change(response, request)) ?? response
      },
      onProgress({ done, of, requests }) {
        if (number === runs)
          status.textContent = `${done} of ${of} checks (a rule for an account), ${requests} requests`
      },
    }).catch((error: Error) => error)
    if (number !== runs) return
    result.replaceChildren(...(report instanceof Error ? [report.message] : elements(report)))
    root.dataset.ran = 'true'
  }

  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      void run(button.dataset.state ?? 'none')
    })
  }
  void run(buttons.find((button) => button.ariaPressed === 'true')?.dataset.state ?? 'none')
}

type Report = Awaited<ReturnType<typeof checkContract>>

function elements({ verdict, summary, requests, rules }: Report): HTMLElement[] {
  const failed = rules.filter(({ outcome }) => outcome === 'fail')
  const head = make(
    'p',
    { class: verdict === 'failed' ? 'bad' : 'good' },
    verdict === 'failed' ? `Failed: ${failed.length} rules` : `Verdict: ${verdict}`,
  )
  const counts = Object.entries(summary).map(([outcome, count]) => `${count} ${outcome}`)
  const facts = make('p', { class: 'live-line' }, `${counts.join(', ')}; ${requests} requests`)
  const list = failed.slice(0, 8).map(({ id, level, section, sentence, findings }) => {
    const [finding] = findings
    const rows = Object.entries({ expected: finding?.expected, got: finding?.got })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, shown(value))))
    return make(
      'div',
      { class: 'notice problem' },
      make('strong', {}, `${id} (${level}, ${section})`),
      make('p', {}, sentence),
      make('dl', {}, ...rows),
    )
  })
  const rest = failed.length > 8 ? [make('p', {}, `And ${failed.length - 8} more.`)] : []
  return [head, facts, ...list, ...rest]
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
