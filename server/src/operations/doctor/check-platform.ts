import { broken, type Check, ok, warning } from './finding.ts'

const timeLimitMs = 10_000
const largestSkewMs = 5 * 60_000

/** Any answer shows that the platform is there; its Date (RFC 9110, 6.6.1) shows whether our clock is right. */
export const checkPlatform: Check = async ({ settings, fetch, clock }) => {
  const { platformClientId, platformGraphUrl } = settings
  if (!platformClientId) {
    return [ok('No app of the photo platform is set: nothing is connected or refreshed.')]
  }
  const signal = AbortSignal.timeout(timeLimitMs)
  const answer = await fetch(platformGraphUrl, { redirect: 'manual', signal }).catch(() => null)
  if (!answer) {
    return [
      broken(
        `The photo platform does not answer at ${platformGraphUrl}. Check the address, DNS and the firewall.`,
      ),
    ]
  }
  await answer.body?.cancel()
  const skew = clock() - Date.parse(answer.headers.get('date') ?? '')
  if (Math.abs(skew) > largestSkewMs) {
    return [
      warning(
        `The clock of this machine is ${Math.round(Math.abs(skew) / 60_000)} minutes ${skew > 0 ? 'ahead' : 'behind'}. Set it by NTP: tokens are renewed by it.`,
      ),
    ]
  }
  return [ok('The photo platform answers, and the clock agrees with it.')]
}
