import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What npm sends and receives for a package. */
interface Packument {
  name: string
  versions: Record<string, unknown>
  'dist-tags': Record<string, string>
  _attachments?: Record<string, { data: string }>
}

export interface Registry {
  url: string
  /** Published packages, as name@version. */
  published(): string[]
  close(): Promise<void>
}

const scope = '@photofeed/'

/**
 * Starts an npm registry on loopback. It accepts packages of our scope, keeps them in memory, and redirects requests for
 * all other packages to the registry behind it.
 */
export async function startRegistry(upstream: string): Promise<Registry> {
  const packages = new Map<string, Packument>()
  const tarballs = new Map<string, Buffer>()

  /** Adds the versions of a publish request. */
  function publish({ _attachments, ...sent }: Packument): void {
    const known = packages.get(sent.name)
    packages.set(sent.name, {
      ...sent,
      versions: { ...known?.versions, ...sent.versions },
      'dist-tags': { ...known?.['dist-tags'], ...sent['dist-tags'] },
    })
    for (const [file, { data }] of Object.entries(_attachments ?? {})) {
      // As in the URL that npm sends: @photofeed/sdk/-/@photofeed/sdk-0.1.0.tgz.
      tarballs.set(`/${sent.name}/-/${file}`, Buffer.from(data, 'base64'))
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname)
    if (!path.startsWith(`/${scope}`)) {
      response.writeHead(307, { Location: new URL(path.slice(1), upstream).href }).end()
      return
    }
    if (request.method === 'PUT') {
      publish(await readJson(request))
      sendJson(response, 201, { ok: true })
      return
    }
    const tarball = tarballs.get(path)
    const packument = packages.get(path.slice(1))
    if (tarball) response.writeHead(200).end(tarball)
    else if (packument) sendJson(response, 200, packument)
    else sendJson(response, 404, { error: `${path.slice(1)} is not published.` })
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => sendJson(response, 500, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published: () =>
      [...packages.values()].flatMap(({ name, versions }) =>
        Object.keys(versions).map((version) => `${name}@${version}`),
      ),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readJson(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
