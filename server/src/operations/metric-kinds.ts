import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'

export type Labels = Record<string, string>
/** The values of a gauge, each with its labels. */
export type Samples = readonly (readonly [value: number, labels?: Labels])[]

/** Creates metrics in a registry. All names begin with `photofeed_`. */
export function metricsIn(registry: Registry) {
  const common = (name: string, help: string, labelNames: string[]) => ({
    ...{ name: `photofeed_${name}`, help, labelNames, registers: [registry] },
  })
  return {
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter(common(name, help, labelNames)),
    histogram: (name: string, help: string, labelNames: string[], buckets: number[]) =>
      new Histogram({ ...common(name, help, labelNames), buckets }),
    /** A gauge whose samples each scrape reads. A gauge without samples is not shown. */
    gauge: (name: string, help: string, labelNames: string[], read: () => Samples) =>
      new Gauge({
        ...common(name, help, labelNames),
        collect() {
          this.reset()
          // Without labels it is 0 after the reset, which would look like a value.
          if (labelNames.length === 0) this.remove()
          for (const [value, labels = {}] of read()) this.set(labels, value)
        },
      }),
  }
}
