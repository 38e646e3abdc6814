// The alerts in Debian's Prometheus and Alertmanager: each scenario for a service of 8 accounts and of 20,000.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { freePort } from '../../../test-support/installed-app.ts'
import { launch, run } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { inputSeries, minutes, type Scenario, scenarios } from './alert-scenarios.ts'

const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url))
const alertsOf = (names: readonly string[]) => names.map((name) => `Photofeed${name}`)

/** Expects at the end of a part, in minutes, that exactly these alerts fire. */
function expectation(end: number, alerts: readonly string[]) {
  return {
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${end - 1}m`,
    exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  }
}

function promtoolTest(scenario: Scenario, accounts: number) {
  const failed = minutes.healthy + minutes.failing
  return {
    name: `${scenario.name}, ${accounts} accounts`,
    interval: '1m',
    input_series: inputSeries(scenario, accounts),
    promql_expr_test: [
      expectation(minutes.healthy, []),
      expectation(failed, alertsOf(scenario.fires)),
      expectation(failed + minutes.repaired, []),
    ],
  }
}

test('alerts fire for what fails, for nothing else, and no longer an hour after its repair', {
  timeout: 300_000,
}, async () => {
  const promtool = await debianCommand('promtool', 'prometheus')
  await run(promtool, ['check', 'config', 'prometheus.yml'], { cwd: folder })
  const file = join(await tempFolder(), 'tests.yml')
  const tests = scenarios.flatMap((scenario) =>
    [8, 20_000].map((accounts) => promtoolTest(scenario, accounts)),
  )
  await writeFile(
    file,
    stringify({ rule_files: [join(folder, 'rules.yml')], evaluation_interval: '1m', tests }),
  )
  const { output } = await run(promtool, ['test', 'rules', file])
  expect(output).toContain('SUCCESS')
})

test('one cause is one message', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const alertmanager = launch(await debianCommand('prometheus-alertmanager'), [
    `--config.file=${join(folder, 'alertmanager.yml')}`,
    `--storage.path=${await tempFolder()}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ])
  onTestFinished(() => alertmanager.stop())
  const url = `http://127.0.0.1:${port}/api/v2/alerts`
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  for (const { name, fires, named = fires } of scenarios) {
    const send = (endsAt?: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(
          alertsOf(fires).map((alertname) => ({
            labels: { alertname },
            ...(endsAt && { endsAt }),
          })),
        ),
      })
    await send()
    const active = async () => {
      const found = (await (await fetch(`${url}?inhibited=false`)).json()) as {
        labels: { alertname: string }
      }[]
      return found.map(({ labels }) => labels.alertname).sort()
    }
    await expect.poll(active, { message: name }).toEqual(alertsOf(named))
    await send(new Date(Date.now() - 1000).toISOString())
    await expect.poll(active, { message: name }).toEqual([])
  }
})
