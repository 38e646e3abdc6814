import type { DashboardContext } from './dashboard-parts.ts'

/** The fields of a form; one that is missing is empty. */
export async function readForm<Name extends string>(
  context: DashboardContext,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const sent = new URLSearchParams(await context.req.text())
  const fields = names.map((name) => [name, sent.get(name) ?? ''])
  return Object.fromEntries(fields)
}
