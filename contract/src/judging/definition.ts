import { document } from '@photofeed/openapi/document'

/** A node of openapi.yaml, as far as the checker reads it. */
export type DefinitionNode = { [key: string]: DefinitionNode } & {
  $ref?: string
  description?: string
  required?: boolean | string[]
  type?: string | string[]
  enum?: string[]
  pattern?: string
  anyOf?: DefinitionNode[]
  items?: DefinitionNode
  properties?: { [key: string]: DefinitionNode }
}

/** Follows a JSON pointer (`#/...`) and the references on its way; null when nothing is there. */
export function resolve(pointer: string): { pointer: string; node: DefinitionNode } | null {
  let node = document as DefinitionNode
  let reached = '#'
  for (const part of pointer.slice(2).split('/')) {
    const next = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
    if (next === undefined) return null
    const target = next?.$ref ? resolve(next.$ref) : { pointer: `${reached}/${part}`, node: next }
    if (!target) return null
    node = target.node
    reached = target.pointer
  }
  return { pointer: reached, node }
}

/** The node that is certainly there. @throws {Error} when it is not: then the checker and the definition do not fit. */
export function definition(pointer: string): DefinitionNode {
  const found = resolve(pointer)
  if (!found) throw new Error(`openapi.yaml has nothing at ${pointer}.`)
  return found.node
}

export function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
