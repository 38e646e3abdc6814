import { document } from '@photofeed/openapi/document'

const { components } = document as {
  components: { parameters: Record<string, { name: string; description: string }> }
}

/** What openapi.yaml says of each parameter, by its name. */
export const parameterDescriptions = new Map(
  Object.values(components.parameters).map(({ name, description }) => [name, description]),
)
