import { once } from 'node:events'

export interface RunningService {
  close(): Promise<void>
}

/** Says where the service is, then serves until the process is told to stop. */
export async function runService(
  service: RunningService,
  announce: { json: unknown; text: string } & { asJson: boolean },
): Promise<void> {
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  if (announce.asJson) process.stdout.write(`${JSON.stringify(announce.json)}\n`)
  else process.stderr.write(`${announce.text}\n`)
  await told
  await service.close()
}
