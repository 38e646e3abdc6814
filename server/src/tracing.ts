import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, ContextManager, SpanKind, Tracer } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'
import type { DatabaseHandles, Engine } from './stores/engine.ts'

/** Null while no traces are sent: then nothing here costs more than a comparison. */
let tracing: { api: typeof import('@opentelemetry/api'); tracer: Tracer } | null = null

interface TracingOptions {
  /** Where traces are sent, by OTLP over HTTP. */
  url: string
  version: string
  role: string
  /** Called if traces cannot be sent. */
  onError(error: unknown): void
}

/** How long the collector may take, also for the last traces of a server that stops. */
const exportMs = 3000
const reportEveryMs = 60_000

/**
 * Starts to send traces of this process, and returns the function that sends the last ones and stops. The variables of
 * OpenTelemetry, such as OTEL_TRACES_SAMPLER, change what is sent.
 */
export async function startTracing({
  url,
  version,
  role,
  onError,
}: TracingOptions): Promise<() => Promise<void>> {
  // Loaded only here: a server without traces does not need them.
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  // It is called within the request or job that fills a batch, and as often as the collector fails.
  const outsideOfRequest = AsyncLocalStorage.snapshot()
  let reportedAt = Number.NEGATIVE_INFINITY
  function report(message: string): void {
    const now = performance.now()
    if (now - reportedAt < reportEveryMs) return
    reportedAt = now
    const sentence = `Traces are not sent: ${messageOf(message)}. Check --trace-url.`
    outsideOfRequest(() => onError(new Error(sentence)))
  }
  const silent = () => {}
  const logger = { error: report, warn: silent, info: silent, debug: silent, verbose: silent }
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'photofeed',
      'service.version': version,
      'service.instance.id': String(process.pid),
      'photofeed.role': role,
    }),
    spanProcessors: [
      // The exporter's limit begins again with each byte of a response.
      new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: exportMs }), {
        exportTimeoutMillis: exportMs,
      }),
    ],
  })
  // Without a propagator: a client must not choose the ids of our traces, nor the platform read them.
  api.context.setGlobalContextManager(createContexts(api.ROOT_CONTEXT))
  tracing = { api, tracer: provider.getTracer('photofeed', version) }
  return async () => {
    tracing = null
    await provider.shutdown().catch((error: Error) => report(error.message))
    api.context.disable()
    api.diag.disable()
  }
}

/** Creates the store of the active span. That of OpenTelemetry has no ES module, so that it could not be bundled. */
function createContexts(root: Context): ContextManager {
  const active = new AsyncLocalStorage<Context>()
  const contexts: ContextManager = {
    active: () => active.getStore() ?? root,
    with: (context, work, self, ...args) =>
      active.run(context, () => work.apply(self as never, args)),
    // Only libraries that follow events of other ones call it.
    bind: (_, target) => target,
    enable: () => contexts,
    disable() {
      active.disable()
      return contexts
    },
  }
  return contexts
}

/** OpenTelemetry logs an error as JSON. */
function messageOf(text: string): string {
  try {
    return String(JSON.parse(text).message)
  } catch {
    return text
  }
}

export const isTracing = (): boolean => tracing !== null

/** Returns the id of the active trace; undefined if there is none. */
export function activeTraceId(): string | undefined {
  return tracing?.api.trace.getActiveSpan()?.spanContext().traceId
}

interface SpanOptions {
  name: string
  kind?: keyof typeof SpanKind
  /** Never a URL, a key, or a text of a client. */
  attributes?: Attributes
  /** Returns more of them when the work has ended. */
  atEnd?(): Attributes
}

/** Runs work in a span, if traces are sent. */
export function traced<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work()
  const { api, tracer } = tracing
  const { name, kind = 'INTERNAL', attributes = {}, atEnd } = options
  return tracer.startActiveSpan(name, { kind: api.SpanKind[kind], attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      span.setStatus({ code: api.SpanStatusCode.ERROR, message })
      throw error
    } finally {
      if (atEnd) span.setAttributes(atEnd())
      span.end()
    }
  })
}

/** Returns the option of Kysely that traces queries; none while no traces are sent. */
export function queryLog({ name }: Pick<Engine, 'name'>): { log?: (event: LogEvent) => void } {
  if (!tracing) return {}
  return {
    log({ level, query, queryDurationMillis }) {
      // Polling for work has no trace of its own.
      if (!tracing?.api.trace.getActiveSpan()) return
      const { api, tracer } = tracing
      const end = Date.now()
      const startTime = end - queryDurationMillis
      const span = tracer.startSpan(verbOf(query.sql), {
        ...databaseSpan(name, query.sql),
        startTime,
      })
      if (level === 'error') span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(end)
    },
  }
}

/** Traces the prepared queries of the read API, which do not run through Kysely. */
export function tracePrepared(handles: DatabaseHandles): DatabaseHandles {
  if (!tracing) return handles
  return {
    ...handles,
    prepare(query) {
      const run = handles.prepare(query)
      const { kind: _, ...span } = databaseSpan(handles.engine.name, query.sql)
      return (parameters) =>
        traced({ name: verbOf(query.sql), kind: 'CLIENT', ...span }, async () => run(parameters))
    },
  }
}

const verbOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'QUERY'

/** The text of a query has placeholders in place of values. */
function databaseSpan(engine: Engine['name'], sql: string) {
  const system = engine === 'postgres' ? 'postgresql' : 'sqlite'
  const attributes = { 'db.system.name': system, 'db.query.text': sql }
  return { kind: tracing?.api.SpanKind.CLIENT ?? 2, attributes }
}
