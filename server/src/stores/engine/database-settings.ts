/** The settings about a database, by their names in settings.ts. A command has some of them. */
export interface DatabaseSettings extends Partial<typeof databaseDefaults> {
  /** With both requests and background jobs, each has half of the connections. */
  role?: 'all' | 'api' | 'worker'
  /** The previous secret during a rotation. */
  previousSecret?: string | undefined
}

/** The settings that have defaults, which commands use. */
export const databaseDefaults = {
  databaseConnections: 10,
}
