/** The settings about a database that have defaults, by their names in settings.ts. A command uses these. */
export const databaseDefaults = {
  databaseConnections: 10,
}

export type DatabaseSettings = typeof databaseDefaults & {
  /** With both requests and background jobs, each has half of the connections. */
  role?: 'all' | 'api' | 'worker'
  /** The previous secret during a rotation. */
  previousSecret?: string | undefined
}
