import { cpus, totalmem } from 'node:os'

/** The machine that the figures are of. */
export function reportMachine(): void {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  console.log(`${cpus().length} cores, ${gigabytes} GB, Node ${process.version}\n`)
}

/** One comparison, in a line. */
export function report(what: string, ours: number, theirs: number, unit: string, against: string) {
  const round = (value: number) => value.toFixed(value < 100 ? 2 : 0)
  console.log(`${what}: ${round(ours)} ${unit}, ${round(theirs)} ${against}`)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
