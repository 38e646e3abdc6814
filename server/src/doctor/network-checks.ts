import { createGuardedFetch, ForbiddenAddress } from '@photofeed/core/node'
import type { Settings } from '../config.ts'
import { storedSecret } from '../data-folder.ts'
import { oneLine } from '../mail/plain-text.ts'
import { configuredPlatform, platformHosts } from '../platform/platform-client.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import { downloadRules } from '../refresh/download-rules.ts'
import { openNewestToken } from '../stores/sealed-values.ts'
import { createSecretBox } from '../stores/secret-box.ts'
import { createEdgePurge } from '../work/edge-purge.ts'
import { compareWithPlatform } from './compare-with-platform.ts'
import { broken, type Finding, ok, tryToRead, warning } from './finding.ts'

export async function checkMail({ smtpUrl, mailFrom, supportEmail, platformClientId }: Settings) {
  if (!smtpUrl) {
    return platformClientId
      ? warning(
          'No mail server is set, so owners get no mail about broken connections and cannot reset a password. Set PHOTOFEED_SMTP_URL.',
        )
      : ok('No mail server is set, and no owner needs mail.')
  }
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  await createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail }).check()
  return ok('The mail server responds and accepts the login.')
}

const limitMs = 10_000
const largestSkewMs = 5 * 60_000

/** Any response shows that the platform can be reached; its Date (RFC 9110, 6.6.1) shows whether our clock is right. */
export async function checkPlatform(settings: Settings) {
  const { platformClientId, platformGraphUrl } = settings
  if (!platformClientId) {
    return ok('No app of the photo platform is set: nothing is connected or refreshed.')
  }
  const signal = AbortSignal.timeout(limitMs)
  const response = await fetch(platformGraphUrl, { redirect: 'manual', signal }).catch(() => null)
  if (!response) {
    return broken(
      `The photo platform does not respond at ${platformGraphUrl}. Check the address, DNS and the firewall.`,
    )
  }
  await response.body?.cancel()
  const skew = Date.now() - Date.parse(response.headers.get('date') ?? '')
  if (Math.abs(skew) > largestSkewMs) {
    return warning(
      `The clock of this machine is ${Math.round(Math.abs(skew) / 60_000)} minutes ${skew > 0 ? 'ahead' : 'behind'}. Set it by NTP: tokens are renewed by it.`,
    )
  }
  return [
    ok('The photo platform responds, and the clock agrees with it.'),
    ...(await checkApp(settings)),
    ...(await checkPlatformData(settings)),
  ]
}

/** What the platform sends for one of the connected accounts, where the server does not expect it. */
async function checkPlatformData(settings: Settings): Promise<Finding[]> {
  const secret = await storedSecret(settings)
  const token =
    secret && (await tryToRead(settings, (db) => openNewestToken(db, createSecretBox(secret))))
  if (!token) return []
  const found = await compareWithPlatform(settings, token)
  // Limits are reported only after enough requests.
  const expected = settings.platformComments ? ['limits'] : ['limits', 'comments']
  return found
    .filter(({ check, level }) => level !== 'ok' && !expected.includes(check))
    .map(({ sentence }) => warning(`For one of the connected accounts: ${sentence}`))
}

/** Exchanges a code that does not exist: the platform says whether it rejects the code or the app. */
async function checkApp(settings: Settings): Promise<Finding[]> {
  const baseUrl = settings.baseUrl ?? 'https://feed.example'
  const platform = configuredPlatform(settings, baseUrl, {})
  const code = 'photofeed-doctor'
  const error = await platform
    ?.exchangeCode(code, { signal: AbortSignal.timeout(limitMs) })
    .catch((error: unknown) => error)
  if (!(error instanceof PlatformError)) return []
  if (error.kind === 'app') {
    return [
      broken(
        `The photo platform rejects the app: ${oneLine(error.message, 300)}. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET to the Instagram app ID and the Instagram app secret, not to those of the Meta app that contains it.`,
      ),
    ]
  }
  // Other errors say nothing about the app.
  return error.kind === 'invalid-code'
    ? [
        ok(
          "The photo platform accepts the app's ID and secret, as far as it says without an owner.",
        ),
      ]
    : []
}

/** Names of the platform's hosts that exist for everyone; posts name others of the same domains. */
const mediaHosts = ['scontent.cdninstagram.com', 'scontent.xx.fbcdn.net']

/** Any response shows that media can be downloaded: a firewall may let the platform's API through, and not these hosts. */
export async function checkDownloads(settings: Settings) {
  const { platformClientId, platformGraphUrl } = settings
  if (!platformClientId) return []
  const rules = downloadRules(settings)
  const isReal = platformGraphUrl.startsWith(platformHosts.graph) && !settings.mediaHosts
  const named = rules.hosts?.filter((host) => !host.startsWith('*')) ?? []
  const hosts = [...named, ...(isReal ? mediaHosts : [])]
  const urls = [...rules.trustedOrigins, ...hosts.map((host) => `https://${host}`)]
  const download = createGuardedFetch(rules)
  const findings = await Promise.all(
    urls.map(async (url): Promise<Finding[]> => {
      const init = { redirect: 'manual', credentials: 'omit' } as const
      const signal = AbortSignal.timeout(limitMs)
      const failure = await download(new URL(url), { ...init, signal }).then(
        async ({ body }) => void (await body?.cancel()),
        (error: unknown) => (error instanceof ForbiddenAddress ? error.message : 'no response'),
      )
      if (failure === undefined) return []
      return [
        warning(
          `Media cannot be downloaded from ${url} (${failure}), so posts would have the platform's URLs, which expire in days. Let DNS and the firewall allow https to ${(rules.hosts ?? []).join(' and ')}.`,
        ),
      ]
    }),
  )
  const found = findings.flat()
  if (found.length > 0 || urls.length === 0) return found
  return ok('Media can be downloaded.')
}

/** Purges a key that does not exist, which changes nothing in the cache. */
export async function checkPurge({ purgeUrl, purgeToken }: Settings) {
  if (purgeUrl === undefined) return []
  const purge = createEdgePurge(purgeUrl, purgeToken)
  try {
    await purge({ keyHash: '0'.repeat(64) }, AbortSignal.timeout(limitMs))
    return ok('The cache in front of the API accepts purges.')
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const reason = oneLine(cause?.code ?? cause?.message ?? message, 200).replace(/\.$/, '')
    return broken(
      `The purge URL ${purgeUrl} does not work: ${reason}. Until it does, a revoked key reads old responses there. Check PHOTOFEED_PURGE_URL and PHOTOFEED_PURGE_TOKEN.`,
    )
  }
}
