import { escapePointer, resolve } from '../../src/judging/definition.ts'
import { undocumented } from '../../src/judging/documented.ts'
import { sendRecorded } from '../recorded-run.ts'
import type { Tool } from './tool.ts'

/** What our own definition shows without any rule: status, headers and body against their schemas. */
export function ownSchemas(upstream: string): Tool {
  return {
    name: 'our schemas alone',
    async look(request) {
      const response = await sendRecorded(request, upstream)
      const { status, headers } = response
      const { pathname } = new URL(request.target, upstream)
      const operation = `#/paths/${escapePointer(pathname)}/${request.method.toLowerCase()}`
      // Where nothing is documented, every answer is undocumented.
      if (!resolve(operation)) return { refused: true, violations: [] }
      const answer = { status, headers, body: await response.text() }
      return { refused: false, violations: undocumented(pathname, request.method, answer) }
    },
    close() {},
  }
}
