// The folder contract/definitions travels with the package: both definitions, and lines.json with the line of each place
// that a rule names. The lines are in no committed file, so that a new line in a definition changes none.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type ASTNode, parse, visit as visitSdl } from 'graphql'
import { isAlias, isMap, isNode, isSeq, LineCounter, type Pair, parseDocument, visit } from 'yaml'
import { catalog } from '../../contract/src/catalog/catalog.ts'

const sources = {
  'openapi.yaml': new URL('../../openapi/openapi.yaml', import.meta.url),
  'schema.graphql': new URL('../../graphql/schema.graphql', import.meta.url),
}
const lineCounter = new LineCounter()
const openapi = parseDocument(readFileSync(sources['openapi.yaml'], 'utf8'), { lineCounter })
const anchored = anchoredPairs()
const coordinates = graphqlLines()

/** Writes the folder. */
export function writeDefinitions(): void {
  const target = new URL('../../contract/definitions/', import.meta.url)
  mkdirSync(target, { recursive: true })
  for (const [name, source] of Object.entries(sources)) copyFileSync(source, new URL(name, target))
  const places = [...new Set(catalog.map(({ definedAt }) => definedAt))].sort()
  const lines = Object.fromEntries(places.map((place) => [place, lineOf(place)]))
  writeFileSync(new URL('lines.json', target), JSON.stringify(lines, null, 2))
}

/** @throws {Error} if a rule names a place that is in neither definition. */
function lineOf(place: string): number {
  const line = place.startsWith('#/') ? openapiLine(place) : coordinates.get(place)
  if (!line) throw new Error(`${place} is neither in openapi.yaml nor in schema.graphql.`)
  return line
}

/** The line of the key, or of the item of a list. An alias leads to the lines that it repeats. */
function openapiLine(pointer: string): number | null {
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  let node: unknown = openapi.contents
  let place: unknown = null
  for (const part of parts) {
    if (isAlias(node)) node = node.resolve(openapi)
    const entry = isMap(node) ? node.items.find(({ key }) => String(key) === part) : undefined
    const pair = isAlias(entry?.value) ? anchored.get(entry.value.source) : entry
    place = pair?.key ?? (isSeq(node) ? node.items[Number(part)] : null)
    node = pair ? pair.value : place
  }
  return isNode(place) && place.range ? lineCounter.linePos(place.range[0]).line : null
}

/** The entries of maps whose value has an anchor, by its name. */
function anchoredPairs(): Map<string, Pair> {
  const pairs = new Map<string, Pair>()
  visit(openapi, {
    Pair(_, pair) {
      const { value } = pair
      if (isNode(value) && !isAlias(value) && value.anchor) pairs.set(value.anchor, pair)
    },
  })
  return pairs
}

function graphqlLines(): Map<string, number> {
  const lines = new Map<string, number>()
  const trail: string[] = []
  const names = (node: ASTNode) => ('name' in node && node.name ? node.name.value : null)
  visitSdl(parse(readFileSync(sources['schema.graphql'], 'utf8')), {
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

if (import.meta.main) writeDefinitions()
