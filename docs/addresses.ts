// Requests every address of other sites in the built documentation, and lists those that do not respond: node docs/addresses.ts
import { globSync, readFileSync } from 'node:fs'

const dist = new URL('dist/', import.meta.url)
const timeLimitMs = 20_000

const pagesOf = new Map<string, string>()
for (const file of globSync('**/*.html', { cwd: dist })) {
  const html = readFileSync(new URL(file, dist), 'utf8')
  for (const [, link = ''] of html.matchAll(/<a\s[^>]*?href="(https:[^"#]*)/g)) {
    const { host } = new URL(link)
    const isExample = /(^|\.)(example|test)$/.test(host)
    if (!isExample && !link.includes('/edit/main/')) pagesOf.set(link, file)
  }
}

let failed = 0
for (const [address, page] of pagesOf) {
  const signal = AbortSignal.timeout(timeLimitMs)
  const status = await fetch(address, { signal }).then(
    async ({ status, body }) => {
      await body?.cancel()
      return status
    },
    ({ message, cause }) => cause?.code ?? message,
  )
  // Some sites reject programs.
  if (status === 200 || status === 403 || status === 429) continue
  failed += 1
  console.error(`${address} (on ${page}): ${status}`)
}
console.log(`${pagesOf.size} addresses, ${failed} of them do not respond.`)
if (failed > 0) process.exitCode = 1
