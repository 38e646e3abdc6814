import text from '../../../graphql/schema.graphql?raw'

/** The definition, to download. */
export const GET = () => new Response(text)
