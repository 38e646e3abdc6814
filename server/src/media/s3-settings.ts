import type { S3ClientConfig } from '@aws-sdk/client-s3'

export interface S3Settings {
  bucket: string
  /** What every key starts with, without a slash at its end; '' for nothing. */
  prefix: string
  /** Amazon's own by default. */
  endpoint?: string | undefined
  region?: string | undefined
  /** Whether the bucket stands in the path, not in the host name. */
  pathStyle?: boolean | undefined
  /** By default what the SDK finds: the environment, the shared files, the machine's role. */
  credentials?: NonNullable<S3ClientConfig['credentials']>
  patience?: Patience
}

/** Each request is tried up to `attempts` times; each try ends when nothing moves for so long. */
export interface Patience {
  attempts: number
  connectMs: number
  silenceMs: number
}

const usualPatience: Patience = { attempts: 3, connectMs: 2_000, silenceMs: 10_000 }

// A video that somebody watches slowly holds a socket; the SDK's 50 would soon be all taken.
const sockets = { maxSockets: 500 }

export function s3ClientConfig(settings: S3Settings): S3ClientConfig {
  const { endpoint, credentials, pathStyle = false, patience = usualPatience } = settings
  // Other stores than Amazon's have no regions, but what is signed names one.
  const region = settings.region ?? (endpoint && 'us-east-1')
  return {
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: patience.silenceMs,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
    // The newer checksums are unknown to many compatible stores; the signature covers the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}
