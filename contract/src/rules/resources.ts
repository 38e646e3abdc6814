import {
  attributes,
  children,
  comments,
  errorEntries,
  pages,
  paginations,
  posts,
  sizes,
} from './resource-instances.ts'
import type { Rule } from './rule.ts'
import { type Resource, schemaRules } from './schema-rules.ts'

const resources: Resource[] = [
  {
    schema: 'AccountWithPosts',
    id: 'account',
    name: 'The account',
    section: '2.1',
    instances: pages,
  },
  { schema: 'Post', id: 'post', name: 'A post', section: '2.2', instances: posts },
  { schema: 'Child', id: 'child', name: 'A carousel item', section: '2.3', instances: children },
  {
    schema: 'Pagination',
    id: 'pagination',
    name: 'The pagination',
    section: '2.4',
    instances: paginations,
  },
  { schema: 'Sizes', id: 'sizes', name: '`sizes`', section: '2.5', instances: sizes },
  { schema: 'Comment', id: 'comment', name: 'A comment', section: '2.6', instances: comments },
  {
    ...{ schema: 'Account', id: 'accounts', name: 'The resource of accounts', section: '2.8' },
    ...{ level: 'assumed', except: ['status'], instances: attributes },
  },
  {
    schema: 'Error',
    id: 'error-entry',
    name: 'An error entry',
    section: '7.1',
    except: ['source'],
    instances: errorEntries,
  },
]

/** Section 2 and 7.1: the exact fields and types, read out of openapi.yaml. */
export const resourceFields: Rule[] = resources.flatMap(schemaRules)
