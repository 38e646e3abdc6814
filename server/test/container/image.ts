import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { readText } from '../../../scripts/packages.ts'
import { startProgram } from '../../../test-support/processes.ts'
import { lastOf, readContainerfile, type Stage } from './containerfile.ts'
import { readIgnoreFile, type StageResult } from './emulated-stage.ts'

export const context = fileURLToPath(new URL('../../../', import.meta.url))
export const isAdmitted = readIgnoreFile(readText('.containerignore'))

/** The stage that builds, and the one that is the image. */
export const [build, image] = readContainerfile(readText('server/Containerfile')) as [Stage, Stage]

interface Addresses {
  url: string
  adminUrl: string
}

/** Expects that a server is healthy, and serves its API and a page with all that the page loads. */
export async function expectService({ url, adminUrl }: Addresses): Promise<void> {
  expect((await fetch(`${adminUrl}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/api/v1/me`)).status).toBe(401)
  const page = await (await fetch(`${url}/docs/rest-api`)).text()
  const files = [...page.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="(\/[^"]+)"/g)]
  expect(files.length).toBeGreaterThan(1)
  for (const [, file = ''] of files) {
    expect([file, (await fetch(new URL(file, url))).status]).toEqual([file, 200])
  }
}

/** Starts what the image starts, on free ports of loopback; the test stops it. Returns its addresses. */
export async function startImage({ env }: StageResult, data: string): Promise<Addresses> {
  const [program = '', ...args] = ['ENTRYPOINT', 'CMD'].flatMap((name) =>
    JSON.parse(lastOf(image, name)),
  )
  const { LD_PRELOAD: _, ...others } = env
  const ports = { PHOTOFEED_PORT: '0', PHOTOFEED_ADMIN_PORT: '0' }
  const hosts = { PHOTOFEED_HOST: '127.0.0.1', PHOTOFEED_ADMIN_HOST: '127.0.0.1' }
  const { ready, stop } = await startProgram<Addresses>(program, [...args, '--json'], {
    cwd: data,
    env: { ...others, ...ports, ...hosts, PHOTOFEED_DATA: join(data, 'data') },
  })
  onTestFinished(async () => void (await stop(lastOf(image, 'STOPSIGNAL') as NodeJS.Signals)))
  return ready
}
