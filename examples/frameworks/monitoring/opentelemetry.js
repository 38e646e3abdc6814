import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import {
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'

// Your application has an exporter of its own.
new NodeTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
}).register()

// It makes spans of each `fetch`, with the whole URL: remove the key before a span starts.
new UndiciInstrumentation({
  startSpanHook({ origin, path }) {
    const url = new URL(path, origin)
    url.searchParams.delete('api_key')
    return { 'url.full': url.href, 'url.query': url.search }
  },
})

const tracer = trace.getTracer('photofeed')

/** Makes a span of each attempt, below the span that is active. The URL has no key. */
export function onAttemptEnd({ method, url, attempt, status, error, duration }) {
  const endTime = Date.now()
  const span = tracer.startSpan(`${method} photofeed`, {
    kind: SpanKind.CLIENT,
    startTime: endTime - duration,
    attributes: {
      'http.request.method': method,
      'http.request.resend_count': attempt - 1,
      'url.full': url,
      ...(status !== null && { 'http.response.status_code': status }),
    },
  })
  if (error) {
    span.recordException(error)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(endTime)
}
