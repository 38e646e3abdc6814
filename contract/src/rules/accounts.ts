import { accounts, me } from '../http/ask.ts'
import { isObject } from '../http/exchange.ts'
import { objectOf, pageOf } from '../judging/answers.ts'
import { holds, same, shown } from '../judging/finding.ts'
import { type Rule, requestRule } from './rule.ts'

/** Section 4: /api/v1/accounts, of which the specification says little. */
export const accountRules: Rule[] = [
  requestRule({
    id: 'accounts-is-json-api',
    level: 'must',
    section: '4',
    sentence: '/api/v1/accounts returns a JSON:API resource: `data` with type, id and attributes.',
    definedAt: '#/paths/~1api~1v1~1accounts/get/summary',
    asks: () => ({ answer: accounts() }),
    judge({ answer }) {
      const resource = resourceOf(objectOf(answer))
      return [
        ...holds(typeof resource.type === 'string', answer, 'data.type', 'a string', resource.type),
        ...holds(typeof resource.id === 'string', answer, 'data.id', 'a string', resource.id),
        ...holds(
          isObject(resource.attributes),
          answer,
          'data.attributes',
          'an object',
          resource.attributes,
        ),
      ]
    },
  }),
  requestRule({
    id: 'accounts-status',
    level: 'must',
    section: '4',
    sentence: 'The status of /api/v1/accounts is that of /api/v1/me.',
    definedAt: '#/paths/~1api~1v1~1accounts/get/description',
    compares: true,
    asks: () => ({ page: me(), resource: accounts() }),
    judge: ({ page, resource }) =>
      same(
        resource,
        'data.attributes.status',
        pageOf(page).status,
        attributesOf(objectOf(resource)).status,
      ),
  }),
  requestRule({
    id: 'accounts-profile',
    level: 'assumed',
    section: '2.8',
    sentence: 'The attributes of /api/v1/accounts are the profile of /api/v1/me.',
    definedAt: '#/components/schemas/AccountDocument/x-assumed',
    compares: true,
    asks: () => ({ page: me(), resource: accounts() }),
    judge({ page, resource }) {
      const { posts, pagination, ...profile } = pageOf(page)
      return same(resource, 'data.attributes', profile, attributesOf(objectOf(resource)))
    },
  }),
  requestRule({
    id: 'accounts-is-one-object',
    level: 'assumed',
    section: '4',
    sentence: 'The `data` of /api/v1/accounts is one object, not a list.',
    definedAt: '#/components/schemas/AccountDocument',
    asks: () => ({ answer: accounts() }),
    judge: ({ answer }) =>
      holds(
        isObject(objectOf(answer).data),
        answer,
        'data',
        'an object',
        shown(objectOf(answer).data),
      ),
  }),
]

function attributesOf(document: Record<string, unknown>): Record<string, unknown> {
  const { attributes } = resourceOf(document)
  return isObject(attributes) ? attributes : {}
}

function resourceOf({ data }: Record<string, unknown>): Record<string, unknown> {
  const resource: unknown = Array.isArray(data) ? data[0] : data
  return isObject(resource) ? resource : {}
}
