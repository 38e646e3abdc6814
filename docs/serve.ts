// Serves the built site: node docs/serve.ts [port]
import { pathToFileURL } from 'node:url'
import { serveSite } from './site-server.ts'

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await serveSite(Number(process.argv[2] ?? 4600))
  console.log(`The documentation: ${url}`)
}
