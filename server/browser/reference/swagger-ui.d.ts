// The published types are those of version 3.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    url: string
    dom_id: string
    deepLinking: boolean
    validatorUrl: string | null
  }): void
}
