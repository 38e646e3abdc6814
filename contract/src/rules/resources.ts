import { carousel, comments, posts, premium, sized } from './needs.ts'
import * as inAnswers from './resource-instances.ts'
import type { Rule } from './rule.ts'
import { type Resource, schemaRules } from './schema-rules.ts'

const resources: Resource[] = [
  {
    ...{ schema: 'AccountWithPosts', id: 'account', name: 'The account', section: '2.1' },
    instances: inAnswers.pages,
  },
  {
    ...{ schema: 'Post', id: 'post', name: 'A post', section: '2.2' },
    ...{ needs: [posts(1)], fieldNeeds: { sizes: [sized] } },
    instances: inAnswers.posts,
  },
  {
    ...{ schema: 'Child', id: 'child', name: 'A carousel item', section: '2.3' },
    ...{ needs: [carousel], fieldNeeds: { sizes: [premium] } },
    instances: inAnswers.children,
  },
  {
    ...{ schema: 'Pagination', id: 'pagination', name: 'The pagination', section: '2.4' },
    instances: inAnswers.paginations,
  },
  {
    ...{ schema: 'Sizes', id: 'sizes', name: '`sizes`', section: '2.5' },
    ...{ needs: [sized], instances: inAnswers.sizes },
  },
  {
    ...{ schema: 'Comment', id: 'comment', name: 'A comment', section: '2.6' },
    ...{ needs: [comments], instances: inAnswers.comments },
  },
  {
    ...{ schema: 'Account', id: 'accounts', name: 'The resource of accounts', section: '2.8' },
    ...{ level: 'assumed', except: ['status'], instances: inAnswers.attributes },
  },
  {
    ...{ schema: 'Error', id: 'error-entry', name: 'An error entry', section: '7.1' },
    ...{ except: ['source'], instances: inAnswers.errorEntries },
  },
]

/** Section 2 and 7.1: the exact fields and types, read out of openapi.yaml. */
export const resourceFields: Rule[] = resources.flatMap(schemaRules)
