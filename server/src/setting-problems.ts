import type { Settings } from './config.ts'
import { isLoopback } from './mail/plain-text.ts'

/** Returns sentences about settings: those that `start` rejects, and those that probably are mistakes. */
export function settingProblems(settings: Settings): { errors: string[]; warnings: string[] } {
  const { role, production, baseUrl, supportEmail, adminPort, adminHost } = settings
  const { platformGraphUrl, secret, port } = settings
  const { platformClientId, platformClientSecret, purgeUrl, purgeToken, smtpUrl, mailFrom } =
    settings
  const isBehindProxy = baseUrl?.startsWith('https://') ?? false
  const isWorker = role === 'worker'
  const errors: [applies: boolean, sentence: string][] = [
    [
      isWorker && !baseUrl,
      'A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.',
    ],
    [
      adminPort !== undefined && adminPort !== 0 && adminPort === port && !isWorker,
      'The admin port is the port of the API. Set PHOTOFEED_ADMIN_PORT to another one.',
    ],
    [
      !platformClientId !== !platformClientSecret,
      'The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.',
    ],
    [
      /\/v\d+\.\d+$/.test(platformGraphUrl),
      'PHOTOFEED_PLATFORM_GRAPH_URL ends with a version, but tokens have an address without one. Set the version in PHOTOFEED_PLATFORM_VERSION.',
    ],
  ]
  const warnings: typeof errors = [
    [
      // 128 random bits in hexadecimal have 32 characters.
      secret !== undefined && (secret.length < 32 || new Set(secret).size < 8),
      'The secret can be guessed. Generate one with `openssl rand -hex 32`, and change it with `photofeed-server secret rotate`.',
    ],
    [
      isWorker && !platformClientId,
      'A worker without an app on the photo platform refreshes nothing. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET.',
    ],
    [
      !purgeUrl && Boolean(purgeToken),
      'PHOTOFEED_PURGE_TOKEN has no effect without PHOTOFEED_PURGE_URL. Set that too.',
    ],
    [
      Boolean(smtpUrl) && !mailFrom && supportEmail.endsWith('@localhost'),
      'Mail would come from an address at localhost. Set PHOTOFEED_MAIL_FROM.',
    ],
    [
      (production || isBehindProxy) && supportEmail.endsWith('@localhost'),
      'Errors name a support address at localhost. Set PHOTOFEED_SUPPORT_EMAIL.',
    ],
    [
      production && !purgeUrl,
      'With PHOTOFEED_PRODUCTION, shared caches may store responses, and nothing purges them: a revoked key reads old ones there. Set PHOTOFEED_PURGE_URL, or leave PHOTOFEED_PRODUCTION out.',
    ],
    [
      isBehindProxy && !settings.addressHeader && !isWorker,
      'Behind the proxy of the https address, all visitors share its address and the limits of sign-ins. Set PHOTOFEED_ADDRESS_HEADER to the header in which the proxy writes the address of the visitor.',
    ],
    [
      production && !isBehindProxy,
      'Links name an address that is not https, and a key travels in each. Set PHOTOFEED_BASE_URL to the public https address.',
    ],
    [
      adminPort !== undefined && !isLoopback(adminHost),
      'The admin port listens beyond this machine. Let a firewall restrict it to your own network.',
    ],
  ]
  const sentences = (all: typeof errors) =>
    all.filter(([applies]) => applies).map(([, sentence]) => sentence)
  return { errors: sentences(errors), warnings: sentences(warnings) }
}
