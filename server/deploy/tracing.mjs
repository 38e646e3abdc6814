// Sends traces of a server by OpenTelemetry. Queries of URLs contain API keys and the platform's tokens: spans do not get them.
import { getNodeAutoInstrumentations } from '@opentelemetry/auto-instrumentations-node'
import { NodeSDK } from '@opentelemetry/sdk-node'

const sdk = new NodeSDK({
  instrumentations: getNodeAutoInstrumentations({
    '@opentelemetry/instrumentation-http': {
      startIncomingSpanHook: () => ({ 'url.query': '' }),
    },
    '@opentelemetry/instrumentation-undici': {
      startSpanHook: ({ origin, path }) => ({
        'url.full': `${origin}${path.replace(/\?.*/, '')}`,
        'url.query': '',
      }),
    },
  }),
})
sdk.start()
process.once('SIGTERM', () => sdk.shutdown())
