import { oneLine } from '../../mail/plain-text.ts'
import { broken, type Check, type DoctorParts, type Finding } from './finding.ts'
import { checkMail, checkPlatform, checkSettings } from './service-checks.ts'
import { checkDatabase, checkDisk, checkMedia, checkSecret } from './storage-checks.ts'

const checks: Record<string, Check> = {
  settings: checkSettings,
  disk: checkDisk,
  database: checkDatabase,
  secret: checkSecret,
  media: checkMedia,
  mail: checkMail,
  platform: checkPlatform,
}

export interface Examined extends Finding {
  check: string
}

/** Everything that is found, in the order of the checks; one that fails is broken and holds up no other. */
export async function examine(parts: DoctorParts): Promise<Examined[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([check, look]) => {
      const findings = await look(parts).catch((error: unknown) => [broken(sentenceOf(error))])
      return findings.map((finding) => ({ check, ...finding }))
    }),
  )
  return found.flat()
}

function sentenceOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error))
}
