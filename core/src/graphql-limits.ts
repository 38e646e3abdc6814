import { limits } from '@photofeed/openapi'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

interface Extent {
  /** Fields with every fragment written out: aliases and spreads multiply in it as they do in the response. */
  fields: number
  depth: number
  rootFields: number
}

/** The first limit that an operation is over, as an ordinary error; null when it is within all of them. */
export function limitError(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): GraphQLError | null {
  const { fields, depth, rootFields } = extentOf(operation.selectionSet, fragmentsOf(document))
  const over = (what: string, limit: number) =>
    new GraphQLError(`The query must not have more than ${limit} ${what}.`, { nodes: operation })
  if (depth > limits.graphqlDepth) return over('levels', limits.graphqlDepth)
  if (fields > limits.graphqlFields) return over('fields', limits.graphqlFields)
  if (rootFields > limits.graphqlRootFields) return over('root fields', limits.graphqlRootFields)
  return null
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  )
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** The document is validated, so fragments exist and do not spread themselves. */
function extentOf(root: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): Extent {
  const known = new Map<SelectionSetNode, Extent>()

  function measure(set: SelectionSetNode): Extent {
    const cached = known.get(set)
    if (cached) return cached
    const extent: Extent = { fields: 0, depth: 0, rootFields: 0 }
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const inner = selection.selectionSet && measure(selection.selectionSet)
        extent.rootFields += 1
        extent.fields += 1 + (inner?.fields ?? 0)
        extent.depth = Math.max(extent.depth, 1 + (inner?.depth ?? 0))
        continue
      }
      const spread =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value)?.selectionSet
      if (!spread) continue
      const inner = measure(spread)
      extent.rootFields += inner.rootFields
      extent.fields += inner.fields
      extent.depth = Math.max(extent.depth, inner.depth)
    }
    known.set(set, extent)
    return extent
  }

  return measure(root)
}
