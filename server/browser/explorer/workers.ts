/** Monaco's workers are files of this host, so that the page needs no blob: URLs. */
export function setUpWorkers(): void {
  Object.assign(globalThis, {
    MonacoEnvironment: {
      getWorker: (_: string, label: string) =>
        new Worker(new URL(files[label] ?? 'editor.worker.js', import.meta.url), {
          type: 'module',
        }),
    },
  })
}

const files: Record<string, string> = {
  graphql: 'graphql.worker.js',
  json: 'json.worker.js',
}
