import { availableParallelism } from 'node:os'

/** What PostgreSQL allows by default, less those that it reserves and those of commands. */
const usable = 80

/**
 * Returns how many connections to PostgreSQL a process opens at most, by default: 10, and fewer with more than 8 cores, so that
 * a process for each core does not need more than PostgreSQL allows.
 */
export function defaultConnections(cores = availableParallelism()): number {
  return Math.max(2, Math.min(10, Math.floor(usable / cores)))
}

/** What the parent of several processes needs to check the database and to count its jobs. */
const parentConnections = 2

interface CountedSettings {
  role: 'all' | 'api' | 'worker'
  workers: number
  databaseConnections: number
}

/**
 * Returns how many connections each of the databases has that a process of a server opens. Where requests and background
 * jobs are in one process, each gets half.
 */
export function connectionsOfEach({ role, workers, databaseConnections }: CountedSettings): number {
  if (workers > 1) return parentConnections
  return role === 'all' ? Math.floor(databaseConnections / 2) : databaseConnections
}

/** Returns how many connections all processes of a server open at most. */
export function connectionsOfServer({
  role,
  workers,
  databaseConnections,
}: CountedSettings): number {
  if (workers === 1) return databaseConnections
  const processes = role === 'all' ? workers + 1 : workers
  return processes * databaseConnections + parentConnections
}
