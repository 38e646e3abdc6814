import { carousel, comments, posts, premium, sized } from '../judging/needs.ts'
import { raw } from '../judging/resource-instances.ts'
import type { Rule } from '../judging/rule.ts'
import { type Resource, schemaRules } from '../judging/schema-rules.ts'

const resources: Resource[] = [
  {
    schema: 'AccountWithPosts',
    name: 'The account',
    section: '2.1',
    instances: raw.pages,
  },
  {
    schema: 'Post',
    name: 'A post',
    section: '2.2',
    needs: [posts(1)],
    fieldNeeds: { sizes: [sized] },
    instances: raw.posts,
  },
  {
    schema: 'Child',
    name: 'A carousel item',
    section: '2.3',
    needs: [carousel],
    fieldNeeds: { sizes: [premium] },
    instances: raw.children,
  },
  {
    schema: 'Pagination',
    name: 'The pagination',
    section: '2.4',
    instances: raw.paginations,
  },
  {
    schema: 'Sizes',
    name: '`sizes`',
    section: '2.5',
    needs: [sized],
    instances: raw.sizes,
  },
  {
    schema: 'Comment',
    name: 'A comment',
    section: '2.6',
    needs: [comments],
    instances: raw.comments,
  },
  {
    schema: 'Account',
    name: 'The resource of accounts',
    section: '2.8',
    level: 'assumed',
    except: ['status'],
    instances: raw.attributes,
  },
  {
    schema: 'Error',
    name: 'An error entry',
    section: '7.1',
    except: ['source'],
    instances: raw.errorEntries,
  },
]

/** Section 2 and 7.1: the exact fields and types, read out of openapi.yaml. */
export const resourceFields: Rule[] = resources.flatMap(schemaRules)
