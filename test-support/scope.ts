/** What the run covers: `unit` has no child processes, `long` is what guards a release. See vitest.config.ts. */
export const scope = process.env.TEST_SCOPE

/** Returns `short` in `npm test` and `long` in `npm run test:long`: a number of runs, kills or requests. */
export function runs(short: number, long: number): number {
  return scope === 'long' ? long : short
}
