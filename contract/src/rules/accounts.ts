import { isObject } from '../http/exchange.ts'
import { accounts, me } from '../http/request-spec.ts'
import { findingUnless, same, shown } from '../judging/finding.ts'
import { objectOf, pageOf } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

/** Section 4: /api/v1/accounts, of which the specification says little. */
export const accountRules: Rule[] = [
  requestRule({
    id: 'accounts-is-json-api',
    level: 'must',
    section: '4',
    sentence: '/api/v1/accounts returns a JSON:API resource: `data` with type, id and attributes.',
    definedAt: '#/paths/~1api~1v1~1accounts/get/summary',
    requests: () => ({ response: accounts() }),
    judge({ response }) {
      const resource = resourceOf(objectOf(response))
      return [
        ...findingUnless(
          typeof resource.type === 'string',
          response,
          'data.type',
          'a string',
          resource.type,
        ),
        ...findingUnless(
          typeof resource.id === 'string',
          response,
          'data.id',
          'a string',
          resource.id,
        ),
        ...findingUnless(
          isObject(resource.attributes),
          response,
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
    requests: () => ({ page: me(), resource: accounts() }),
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
    requests: () => ({ page: me(), resource: accounts() }),
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
    requests: () => ({ response: accounts() }),
    judge: ({ response }) =>
      findingUnless(
        isObject(objectOf(response).data),
        response,
        'data',
        'an object',
        shown(objectOf(response).data),
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
