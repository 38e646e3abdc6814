import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sendRecorded } from '../recorded-run.ts'
import { versionOf } from './installed.ts'
import type { Tool } from './tool.ts'

// biome-ignore lint/suspicious/noExplicitAny: it is installed elsewhere, so its types are not at hand
type Untyped = any

/** What it says, as statuses that no service has. */
const statuses = { refused: 598, wrong: 599 }

/** express-openapi-validator judges the JSON that a handler sends; ours sends what the server of the mutants answers. */
export async function startExpressValidator(
  folder: string,
  definition: string,
  upstream: string,
): Promise<Tool> {
  const load = createRequire(join(folder, 'package.json'))
  const express: Untyped = load('express')
  const app = express()
  app.use(express.raw({ type: () => true }))
  app.use(
    load('express-openapi-validator').middleware({
      apiSpec: definition,
      ...{ validateRequests: false, validateSecurity: false, validateResponses: true },
    }),
  )
  app.use(async (request: Untyped, response: Untyped) => {
    const { method, originalUrl: target, headers, body } = request
    const sent = { 'content-type': headers['content-type'], accept: headers.accept }
    const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value))
    const text = Buffer.isBuffer(body) && body.length > 0 ? body.toString() : null
    const answer = await sendRecorded({ method, target, headers: known, body: text }, upstream)
    response.status(answer.status).set('content-type', answer.headers.get('content-type') ?? '')
    const type = answer.headers.get('content-type') ?? ''
    if (type.includes('json')) response.json(await answer.json())
    else response.send(await answer.text())
  })
  app.use((error: Untyped, _: Untyped, response: Untyped, __: Untyped) => {
    response.removeHeader('content-type')
    const status = error.status < 500 ? statuses.refused : statuses.wrong
    response.status(status).json(error.errors ?? [{ message: error.message }])
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    name: `express-openapi-validator ${await versionOf(folder, 'express-openapi-validator')}`,
    async look(request) {
      const response = await sendRecorded(request, url)
      const errors = response.status === statuses.wrong ? await response.json() : []
      return {
        refused: response.status === statuses.refused,
        violations: errors.map(({ path, message }: Untyped) => `${path}: ${message}`),
      }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
