import text from '../../../openapi/openapi.yaml?raw'

/** The definition, to download. */
export const GET = () => new Response(text)
