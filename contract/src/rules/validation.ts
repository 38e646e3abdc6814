import { me, type RequestSpec } from '../http/request-spec.ts'
import { premium } from '../judging/needs.ts'
import { type Rule, requestRule } from '../judging/rule.ts'
import { type Rejection, rejections } from './rejections.ts'

function requestsOf({ parameter, values = [], requests }: Rejection): Record<string, RequestSpec> {
  const ofValues = values.map((value) => [`${value}`, me({ [parameter]: value })] as const)
  return requests ?? Object.fromEntries(ofValues)
}

/** On Free the format has no effect, so a service need not validate it there. */
const premiumOnly = ['format']

/** Section 7.5: what is rejected with 422 VALIDATION_ERROR, and which parameter the entry names. */
export const validation: Rule[] = [
  ...rejections.map((rejection) => {
    const { id, section = '7.5', sentence, definedAt, parameter } = rejection
    return requestRule({
      id,
      level: 'must',
      section,
      sentence: `${sentence} 422 with source.parameter ${parameter}.`,
      definedAt: `#/components/parameters/${definedAt}`,
      ...(premiumOnly.includes(parameter) && { needs: [premium] }),
      requests: () => requestsOf(rejection),
      judge(responses, expect) {
        for (const response of Object.values(responses)) expect.rejection(response, parameter)
      },
    })
  }),
  requestRule({
    id: 'one-entry-per-problem',
    level: 'must',
    section: '7.1',
    sentence: 'A 422 has one entry for each problem.',
    definedAt: '#/components/responses/InvalidParameter/description',
    requests: () => ({
      three: me({ 'page[size]': 'many', sort: 'likes', 'filter[type]': 'PICTURE' }),
      two: me({ 'filter[type]': 'PICTURE', 'include[]': 'likes' }),
      dates: me({ 'filter[publishedAfter]': 'yesterday', 'filter[publishedBefore]': 'tomorrow' }),
    }),
    judge({ three, two, dates }, expect) {
      expect.rejection(three, 'page[size]', 'sort', 'filter[type]')
      expect.rejection(two, 'filter[type]', 'include[]')
      expect.rejection(dates, 'filter[publishedAfter]', 'filter[publishedBefore]')
    },
  }),
]
