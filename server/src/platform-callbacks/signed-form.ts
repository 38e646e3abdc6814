import { type SignedRequest, verifySignedRequest } from '../platform/signed-request.ts'

export interface FormRefusal {
  status: 400 | 413
  sentence: string
}

/** The largest signed request is some 4 kB. */
const maximumBytes = 16 * 1024
const day = 86_400_000

/** Reads a form with the platform's `signed_request`; a refusal when it is not the platform's, or one of long ago. */
export async function readSignedForm(
  request: Request,
  { secret, now }: { secret: string; now: number },
): Promise<SignedRequest | FormRefusal> {
  const bytes = await readSmallBody(request.body)
  if (!bytes) {
    return { status: 413, sentence: `A body holds at most ${maximumBytes} bytes here.` }
  }
  const type = request.headers.get('Content-Type') ?? ''
  const form = await new Response(bytes, { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null)
  const signed = verifySignedRequest(form?.get('signed_request'), secret)
  if (!signed) {
    return {
      status: 400,
      sentence:
        "The signed_request is missing, or is not signed with this app's secret. Send it as a form, signed with the secret of the app that is registered with this address.",
    }
  }
  if (Math.abs(now - signed.issuedAt) > day) {
    return {
      status: 400,
      sentence:
        'The signed_request was signed more than a day from now. Sign a new one; check the clock if it is new.',
    }
  }
  return signed
}

/** Counts what really comes, whatever the headers say. Null when it is too much. */
async function readSmallBody(body: Request['body']): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength
    if (length > maximumBytes) {
      await reader?.cancel()
      return null
    }
    chunks.push(part.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
