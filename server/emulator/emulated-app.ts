/** An app that is registered with the platform. */
export interface EmulatedApp {
  /** What owners see on the authorise page. */
  name: string
  clientId: string
  clientSecret: string
  /** Compared character by character. */
  redirectUris: readonly string[]
  /** Is posted a signed request when an owner removes the app. */
  deauthoriseUrl?: string
  /** Is posted one when an owner asks for their data to be deleted. */
  deletionUrl?: string
}
