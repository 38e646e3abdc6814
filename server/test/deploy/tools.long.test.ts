// The files for operators in the tools that read them: Debian's Prometheus and systemd.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { launch, run } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startProcess } from '../support/commands.ts'
import { quietPort } from '../support/ports.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
const promtool = () => debianCommand('promtool', 'prometheus')

async function startServer(adminPort = 0) {
  const data = join(await tempFolder(), 'data')
  const server = await startProcess<{ url: string; adminUrl: string }>(
    ...['--data', data, '--admin-port', String(adminPort)],
    ...['--platform-client-id', '1', '--platform-client-secret', 'secret'],
  )
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

test('the alerts are valid, and fire when they should', { timeout: 120_000 }, async () => {
  const cwd = join(deploy, 'prometheus')
  await run(await promtool(), ['check', 'config', 'prometheus.yml'], { cwd })
  const { output } = await run(await promtool(), ['test', 'rules', 'rules.test.yml'], { cwd })
  expect(output).toContain('SUCCESS')
})

test('promtool finds nothing wrong with our metrics', { timeout: 60_000 }, async () => {
  const { ready } = await startServer()
  const input = await (await fetch(`${ready.adminUrl}/metrics`)).text()
  const { stdout, stderr } = await launch(await promtool(), ['check', 'metrics'], { input }).ended
  const complaints = `${stdout}${stderr}`.trim().split('\n')
  // These names are those of prom-client.
  expect(complaints.filter((line) => !/^photofeed_nodejs_/.test(line))).toEqual([])
})

test('Prometheus scrapes a server, and evaluates each alert and each panel', {
  timeout: 120_000,
}, async () => {
  const [adminPort, port] = [quietPort(), quietPort()]
  const server = await startServer(adminPort)
  const folder = await tempFolder()
  await cp(join(deploy, 'prometheus'), folder, { recursive: true })
  const config = join(folder, 'prometheus.yml')
  const text = (await readFile(config, 'utf8'))
    .replaceAll('15s', '1s')
    .replace(/targets: .*/, `targets: ['127.0.0.1:${adminPort}']`)
  await writeFile(config, text)
  const prometheus = launch(await debianCommand('prometheus'), [
    ...[`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`],
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  onTestFinished(() => prometheus.stop())
  const get = async (path: string) =>
    (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as {
      status: string
      // biome-ignore lint/suspicious/noExplicitAny: the response of Prometheus
      data: any
    }
  const query = (expr: string) => get(`query?query=${encodeURIComponent(expr)}`)

  await fetch(`${server.ready.url}/api/v1/me`)
  const isScraped = () =>
    query('photofeed_http_requests_total{job="photofeed"}').then(
      ({ data }) => data.result.length,
      () => 0,
    )
  await expect.poll(isScraped, { timeout: 60_000 }).toBeGreaterThan(0)
  const health = async () => {
    const { data } = await get('rules')
    const { rules } = data.groups[0]
    return rules.map((rule: { name: string; health: string }) => rule.health)
  }
  await expect.poll(async () => [...new Set(await health())], { timeout: 60_000 }).toEqual(['ok'])
  const { data } = await get('alerts')
  expect(data.alerts).toEqual([])

  const dashboard = await readFile(join(deploy, 'grafana/dashboard.json'), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
  async function panelsWithValues(): Promise<number> {
    let count = 0
    for (const { expr } of panels.flatMap(({ targets = [] }) => targets)) {
      const { status, data } = await query(expr.replaceAll('$__rate_interval', '1m'))
      expect([expr, status]).toEqual([expr, 'success'])
      if (data.result.length > 0) count += 1
    }
    return count
  }
  // Without accounts or a bucket, the others have no values yet.
  await expect.poll(panelsWithValues, { timeout: 60_000 }).toBeGreaterThan(15)
})

test('systemd accepts the units', { timeout: 60_000 }, async () => {
  const program = await debianCommand('systemd-analyze', 'systemd')
  const folder = await tempFolder()
  for (const [from, to] of [
    ['photofeed.service', 'photofeed.service'],
    ['photofeed-worker.service', 'photofeed-worker.service'],
    ['photofeed-api@.service', 'photofeed-api@0.service'],
  ] as const) {
    await cp(join(deploy, 'systemd', from), join(folder, to))
    const { output } = await run(program, ['verify', join(folder, to)])
    expect(output).toBe('')
  }
})
