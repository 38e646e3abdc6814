import {
  type DocumentNode,
  type FieldNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** The fields of one object in the result. */
export interface Selection {
  fields: FieldNode[]
  /** Of the object as JSON, without the values of its fields. */
  bytes: number
}

/** Returns the selection of a selection set of the operation that runs. */
export type SelectionOf = (set: SelectionSetNode) => Selection

/** Quotation marks, colon and comma. */
const bytesAroundName = 4
/** The longest name of a type is "Pagination". */
const bytesOfTypeName = 12

/**
 * Creates the function that expands fragments, and leaves out what `@skip` and `@include` exclude, as execution does. Fields
 * with equal names count each time, although execution merges them. The document is valid, so every fragment exists.
 */
export function createSelections(
  document: DocumentNode,
  variables: Record<string, unknown>,
): SelectionOf {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  )
  const known = new Map<SelectionSetNode, Selection>()

  function isIncluded(node: SelectionNode): boolean {
    if (!node.directives?.length) return true
    const skip = getDirectiveValues(GraphQLSkipDirective, node, variables)
    const include = getDirectiveValues(GraphQLIncludeDirective, node, variables)
    return skip?.if !== true && include?.if !== false
  }

  function addFields(set: SelectionSetNode, fields: FieldNode[], spread: Set<string>): void {
    for (const node of set.selections) {
      if (!isIncluded(node)) continue
      if (node.kind === Kind.FIELD) fields.push(node)
      else if (node.kind === Kind.INLINE_FRAGMENT) addFields(node.selectionSet, fields, spread)
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value)
        const fragment = fragments.get(node.name.value)
        if (fragment) addFields(fragment, fields, spread)
      }
    }
  }

  return (set) => {
    let selection = known.get(set)
    if (!selection) {
      const fields: FieldNode[] = []
      addFields(set, fields, new Set())
      // Two braces, and a comma less than fields.
      let bytes = 1
      for (const { alias, name } of fields) {
        bytes += (alias ?? name).value.length + bytesAroundName
        if (name.value === '__typename') bytes += bytesOfTypeName
      }
      selection = { fields, bytes }
      known.set(set, selection)
    }
    return selection
  }
}
