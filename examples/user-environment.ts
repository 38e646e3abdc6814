/**
 * The environment in which a user calls a command. Vitest sets NODE_ENV to `test`, and a build that finds it is made
 * for development.
 */
export function userEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env
  return environment
}
