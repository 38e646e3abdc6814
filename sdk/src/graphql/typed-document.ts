/**
 * A document that knows the types of its data and variables. The `TypedDocumentNode` and
 * `TypedDocumentString` of code generators have this form.
 */
export interface TypedDocument<Data, Variables> {
  /** Never there at run time: it carries the types. */
  readonly __apiType?: ((variables: Variables) => Data) | undefined
}

/** What follows the document in a call: variables may be left out when none is required. */
export type CallArguments<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables | undefined, options?: Options | undefined]
    : [variables: Variables, options?: Options | undefined]
