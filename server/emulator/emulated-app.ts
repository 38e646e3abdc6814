/** An app that is registered with the platform. */
export interface EmulatedApp {
  /** What owners see on the authorise page. */
  name: string
  clientId: string
  clientSecret: string
  /** Compared character by character. */
  redirectUris: readonly string[]
}
