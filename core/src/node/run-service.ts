import { once } from 'node:events'

export interface RunningService {
  close(): Promise<void>
}

/** Reports where the service is, then serves until a signal stops the process. */
export async function runService(
  service: RunningService,
  announce: { json: unknown; text: string } & { asJson: boolean },
): Promise<void> {
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  if (announce.asJson) process.stdout.write(`${JSON.stringify(announce.json)}\n`)
  else process.stderr.write(`${announce.text}\n`)
  await signal
  await service.close()
}
