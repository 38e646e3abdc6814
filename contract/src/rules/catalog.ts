import { accountRules } from './accounts.ts'
import { authentication } from './authentication.ts'
import { cursors } from './cursors.ts'
import { endpoints } from './endpoints.ts'
import { errors } from './errors.ts'
import { filters } from './filters.ts'
import { graphqlRules } from './graphql.ts'
import { graphqlErrors } from './graphql-errors.ts'
import { responseHeaders } from './headers.ts'
import { interfaceRelations } from './interface-relations.ts'
import { mediaRules } from './media.ts'
import { pageRules } from './pages.ts'
import { pictures } from './pictures.ts'
import { postFields } from './posts.ts'
import { relations } from './relations.ts'
import { resourceFields } from './resources.ts'
import { rssRules } from './rss.ts'
import type { Rule } from './rule.ts'
import { sorting } from './sorting.ts'
import { validation } from './validation.ts'

/** Every rule, in the order of the specification. */
export const catalog: readonly Rule[] = [
  ...resourceFields,
  ...postFields,
  ...mediaRules,
  ...pictures,
  ...pageRules,
  ...cursors,
  ...filters,
  ...sorting,
  ...responseHeaders,
  ...endpoints,
  ...accountRules,
  ...rssRules,
  ...graphqlRules,
  ...graphqlErrors,
  ...authentication,
  ...errors,
  ...validation,
  ...relations,
  ...interfaceRelations,
]
