import type { Schemas } from '@photofeed/openapi'
import { accountResource } from './account-resource.ts'
import type { Call } from './call.ts'
import { validated } from './etag.ts'
import { cachedPage } from './responses.ts'

/** GET /api/v1/accounts: the profile as one JSON:API resource. */
export async function accounts(call: Call) {
  const { account, context } = call
  return cachedPage(call, '', async () =>
    validated(
      JSON.stringify({
        data: {
          type: 'accounts',
          id: account.platformId,
          attributes: accountResource(account, context.cdnUrl),
        },
      } satisfies Schemas['AccountDocument']),
    ),
  )
}
