import { expect } from 'vitest'
import { type OperationId, toMatchContract } from './vitest/to-match-contract.ts'

export { type ContractTestOptions, contractTests } from './vitest/contract-tests.ts'
export type { OperationId, ReceivedResponse } from './vitest/to-match-contract.ts'

declare global {
  // The Assertion of Vitest has other type parameters in each major version, but takes over the members of this one in all.
  namespace Chai {
    interface Assertion {
      /**
       * Whether a response conforms to the contract as far as one response shows: status, headers and body are as openapi.yaml says
       * of the operation, and no must is broken that is about single responses. Takes a `Response` of fetch, which can
       * be read afterwards, or `{ status, headers, body }` with the body as text, and `url` where it is known.
       *
       * @example
       * import '@photofeed/contract/vitest'
       *
       * const response = await fetch(`${url}/api/v1/me?api_key=${key}`)
       * await expect(response).toMatchContract('getMe')
       * await expect({ status: 200, headers: {}, body: '{}' }).not.toMatchContract('getMe')
       */
      toMatchContract(operationId: OperationId): Promise<void>
    }
  }
}

expect.extend({ toMatchContract })
