import type { ConnectionStatus, PlanName } from '@photofeed/openapi'

/** A published account: its key selects the state that a developer wants to see. */
export interface Scenario {
  name: string
  /** Fixed and public, so that it can be in tests, bookmarks and feed readers. */
  apiKey: string
  plan: PlanName
  status: ConnectionStatus
  description: string
}

/** Every state that an account can be in, one account each. */
export const accountScenarios = [
  {
    name: 'premium',
    apiKey: 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8',
    plan: 'premium',
    status: 'ready',
    description: 'At least 250 posts, of all kinds',
  },
  {
    name: 'free',
    apiKey: '703e03ed73020d01759386da193c13289f98b561b4a123d0c61605228c6ff416',
    plan: 'free',
    status: 'ready',
    description: 'A feed like `premium`, of which Free shows the six newest posts',
  },
  {
    name: 'importing',
    apiKey: 'a4b80e1ebee3ebc259f9e393a4779beff79c652d4f3a850ab536e6e973a6fc65',
    plan: 'premium',
    status: 'importing',
    description: 'The first import has just begun: no posts, never fetched',
  },
  {
    name: 'importing-partial',
    apiKey: 'dbd9d7290eb2e55ffb3d1f972f99199ab0becab6e5cb51dd87848b8a2300ad91',
    plan: 'premium',
    status: 'importing',
    description: 'The first import has stored some of the posts',
  },
  {
    name: 'refreshing-token',
    apiKey: '7dd7b4aca81af7c7caefe228bc8c13fa860134f2493b3e1f4e558a253982f3e2',
    plan: 'premium',
    status: 'refreshing_token',
    description: 'A routine token refresh is in flight',
  },
  {
    name: 'invalid-token',
    apiKey: 'a614daaf0e6d346e12f4fcbb3d033ea70bd7ab2b641462e31e7fa16aa012e44e',
    plan: 'premium',
    status: 'invalid_token',
    description: 'The connection is broken and the posts are months old',
  },
  {
    name: 'free-invalid-token',
    apiKey: 'b75a41673aba84f37e5f48d4487b6594d6a9a4d4eb19ac412cd83114b15b9b5c',
    plan: 'free',
    status: 'invalid_token',
    description: 'A broken connection on Free',
  },
  {
    name: 'empty',
    apiKey: '1b42312e16115321717c2712b9217705b54d18dd1a9ac56a58a509bc609d27a3',
    plan: 'premium',
    status: 'ready',
    description: 'A connected account without posts',
  },
  {
    name: 'unstored-media',
    apiKey: '2214c210225c403a5f5c1cf23a21ecb2b94c58913c510b871aefb8a20e830256',
    plan: 'premium',
    status: 'ready',
    description: 'No media is stored, so every URL is the platform’s',
  },
  {
    name: 'withheld-video',
    apiKey: '70ae3d6830e851cd00a30eebfacd1536a0b5bb27eb2a13da8eac5b732b4884f3',
    plan: 'premium',
    status: 'ready',
    description: 'Videos that the platform withheld: only their posters are there',
  },
  {
    name: 'null-profile',
    apiKey: '55cfc5871858344fb168ea9e6f9094f23ca82647ccf504ac08c7f2a025972c57',
    plan: 'premium',
    status: 'ready',
    description: 'Every profile field that can be null is null',
  },
  {
    name: 'hostile-text',
    apiKey: '4ddd7e1f36b3c0a9e80f5c17d9a26b4e71c3f0582d6e9ab47c15e3084fb9d26a',
    plan: 'premium',
    status: 'ready',
    description:
      'Captions with markup, control characters, line breaks and emoji, very long ones and none',
  },
  {
    name: 'page-boundary',
    apiKey: '5a49bb4fa4c502011a22ba9d5ce8e4c96adbd8dcdab1117d8596e62d45a2cbc6',
    plan: 'premium',
    status: 'ready',
    description: 'Exactly 100 posts, so the first page is also the last',
  },
  {
    name: 'disconnected',
    apiKey: '64fa3b152de4c7470af9eb9f9a1f9e4a6e863e432970deee4c70c944ef50dbd9',
    plan: 'premium',
    status: 'ready',
    description: 'The account was disconnected: its key does not work',
  },
  {
    name: 'regenerated',
    apiKey: '5479ba67843c7e79d5eaca5663e86947f43613e21412ea2d0e00a0b18be1edfb',
    plan: 'premium',
    status: 'ready',
    description: 'A key that was replaced by a new one',
  },
  {
    name: 'server-error',
    apiKey: 'ca9400d582bdac65f8709586877a298113ef3efb174f6c41887ebbbdd7b0bea6',
    plan: 'premium',
    status: 'ready',
    description: 'Every request fails with the specified 500',
  },
] as const satisfies readonly Scenario[]

interface FaultScenario extends Scenario {
  /** What goes wrong with every response: the name of the scenario, or null if only its media fail. */
  fault: string | null
}

const healthy = { plan: 'premium', status: 'ready' } as const

/** Ready Premium accounts that cannot be reached as they should. */
export const faultScenarios = [
  {
    name: 'slow',
    apiKey: '791faf30fa48f7cfc92158937671a8f16bb73a75093e8a4e1427683a512e9add',
    ...healthy,
    fault: 'slow',
    description: 'Every response of the API takes three seconds',
  },
  {
    name: 'slow-drip',
    apiKey: 'e945fdc33157170b186d6b4aa89fd0eb19f108616db52a6800fdfe5e1dab641f',
    ...healthy,
    fault: 'slow-drip',
    description: 'Every body arrives in small pieces, over about three seconds',
  },
  {
    name: 'network-error',
    apiKey: 'e65453ba457030364d3956b56c0f7dff1e824d89feae0c3535de75d7b1564137',
    ...healthy,
    fault: 'network-error',
    description: 'The connection is cut before the first byte of the response',
  },
  {
    name: 'connection-reset',
    apiKey: 'f956c8988774e50dbc1a59475086a95cf7dcb1cdf31366ee7bffeff91778e2b5',
    ...healthy,
    fault: 'connection-reset',
    description: 'The connection is reset in the middle of the body',
  },
  {
    name: 'empty-reply',
    apiKey: '883049d78a32218bb67872847296be5f14504d1f74d4e5a3a88dd28ac792d1e1',
    ...healthy,
    fault: 'empty-reply',
    description: 'The connection is closed without a response',
  },
  {
    name: 'truncated',
    apiKey: '773f3a7bab69c4c2bfafc26d5b8178757c6b527d68ed8655672dc0b03b7205a6',
    ...healthy,
    fault: 'truncated',
    description: 'A 200 whose JSON ends in the middle',
  },
  {
    name: 'html-proxy',
    apiKey: '4b724e7a5daabdc4d4963ebddacd51089fe7f8ec8bb8e63551b3695daf98139e',
    ...healthy,
    fault: 'html-proxy',
    description: 'A proxy responds with a page of HTML and 502',
  },
  {
    name: 'html-proxy-200',
    apiKey: '4573ad97151e72ead45499d4043f22588a5799aa12f14e273db4ea752a9d2e27',
    ...healthy,
    fault: 'html-proxy-200',
    description: 'A proxy responds with a page of HTML and 200',
  },
  {
    name: 'fails-twice',
    apiKey: '4b15da27e4fd4c6e968ef67ca03e766b7c1bfb7da32731a25de8c20d5f99c050',
    ...healthy,
    fault: 'fails-twice',
    description: 'The first two requests fail with the specified 500, then all work',
  },
  {
    name: 'expired-media',
    apiKey: 'e6506d3b93bb6194b83330f49118e7c0eb1ae2def690c029c626a18cb52f413c',
    ...healthy,
    fault: null,
    description: 'The platform’s URLs have expired: every picture is a 403',
  },
  {
    name: 'missing-image',
    apiKey: '705e5c2c90028974ac1bf2d9bdd7d3defc8fade72f7168ba5e3e36bdd80ba570',
    ...healthy,
    fault: null,
    description: 'The stored pictures are gone: every one is a 404',
  },
] as const satisfies readonly FaultScenario[]

/** What can go wrong between a client and the service, always in the same way. */
export type FaultName = NonNullable<(typeof faultScenarios)[number]['fault']> | 'server-error'

export type AccountScenarioName = (typeof accountScenarios)[number]['name']
export type ScenarioName = AccountScenarioName | (typeof faultScenarios)[number]['name']
