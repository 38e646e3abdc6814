// Writes src/generated/definition-lines.ts: the line of each place in the definitions that a rule names.
import { readFileSync } from 'node:fs'
import { type ASTNode, parse, visit } from 'graphql'
import { isAlias, isMap, isNode, isSeq, LineCounter, type Pair, parseDocument } from 'yaml'
import { catalogue } from './src/rules/catalogue.ts'

const openapiText = readFileSync(new URL('../openapi/openapi.yaml', import.meta.url), 'utf8')
const graphqlText = readFileSync(new URL('../graphql/schema.graphql', import.meta.url), 'utf8')
const lineCounter = new LineCounter()
const openapi = parseDocument(openapiText, { lineCounter })
const coordinates = graphqlLines()

/** The lines by place. @throws {Error} when a rule names a place that is not there. */
export function definitionLines(): Record<string, number> {
  const places = [...new Set(catalogue.map(({ definedAt }) => definedAt))].sort()
  return Object.fromEntries(places.map((place) => [place, lineOf(place)]))
}

function lineOf(place: string): number {
  const line = place.startsWith('#/') ? openapiLine(place) : coordinates.get(place)
  if (!line) throw new Error(`${place} stands neither in openapi.yaml nor in schema.graphql.`)
  return line
}

/** The line of the key where there is one, which is where the eye looks. */
function openapiLine(pointer: string): number | null {
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  let node: unknown = openapi.contents
  let place: unknown = null
  for (const part of parts) {
    const pair = pairOf(node, part)
    place = pair?.key ?? (isSeq(node) ? node.items[Number(part)] : null)
    node = pair ? pair.value : place
  }
  return isNode(place) && place.range ? lineCounter.linePos(place.range[0]).line : null
}

/** The entry of a map, also where an alias or a merge key brings it. */
function pairOf(node: unknown, name: string): Pair | undefined {
  if (isAlias(node)) return pairOf(node.resolve(openapi), name)
  if (!isMap(node)) return undefined
  const merged = node.items.find(({ key }) => String(key) === '<<')
  return node.items.find(({ key }) => String(key) === name) ?? pairOf(merged?.value, name)
}

function graphqlLines(): Map<string, number> {
  const lines = new Map<string, number>()
  const trail: string[] = []
  const names = (node: ASTNode) => ('name' in node && node.name ? node.name.value : null)
  visit(parse(graphqlText), {
    enter(node) {
      const name = names(node)
      if (name === null || !node.kind.endsWith('Definition')) return
      const place =
        node.kind === 'InputValueDefinition' && trail.length > 1
          ? `${trail.join('.')}(${name}:)`
          : [...trail, name].join('.')
      lines.set(
        place,
        node.loc?.startToken.kind === 'BlockString' || node.loc?.startToken.kind === 'String'
          ? ('name' in node && node.name?.loc?.startToken.line) || 1
          : (node.loc?.startToken.line ?? 1),
      )
      trail.push(name)
    },
    leave(node) {
      if (names(node) !== null && node.kind.endsWith('Definition')) trail.pop()
    },
  })
  return lines
}
