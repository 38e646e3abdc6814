import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'

// Your application has an exporter of its own.
new NodeTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
}).register()

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
