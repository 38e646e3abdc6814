import type { operations } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'

/** The operations of openapi.yaml, like `getMe`. */
export type OperationId = keyof operations

export interface Operation {
  path: string
  method: string
}

const found = new Map<string, Operation>()
for (const [path, methods] of Object.entries(document.paths as Record<string, object>)) {
  for (const [method, { operationId }] of Object.entries(methods))
    found.set(operationId, { path, method: method.toUpperCase() })
}

/** @throws {TypeError} when openapi.yaml has no such operation. */
export function operation(id: string): Operation {
  const operation = found.get(id)
  if (operation) return operation
  throw new TypeError(
    `openapi.yaml has no operation ${id}. It has ${[...found.keys()].join(', ')}.`,
  )
}
