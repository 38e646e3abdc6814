import type { Rule } from '../judging/rule.ts'
import { accountRules } from '../rules/accounts.ts'
import { authentication } from '../rules/authentication.ts'
import { cursors } from '../rules/cursors.ts'
import { endpoints } from '../rules/endpoints.ts'
import { errors } from '../rules/errors.ts'
import { filters } from '../rules/filters.ts'
import { graphqlRules } from '../rules/graphql.ts'
import { graphqlErrors } from '../rules/graphql-errors.ts'
import { responseHeaders } from '../rules/headers.ts'
import { isolation } from '../rules/isolation.ts'
import { mediaRules } from '../rules/media.ts'
import { pageRules } from '../rules/pages.ts'
import { pictures } from '../rules/pictures.ts'
import { postFields } from '../rules/posts.ts'
import { resourceFields } from '../rules/resources.ts'
import { rssRules } from '../rules/rss.ts'
import { samePosts } from '../rules/same-posts.ts'
import { sorting } from '../rules/sorting.ts'
import { statusHeaders } from '../rules/status-headers.ts'
import { validation } from '../rules/validation.ts'

/** Every rule, in the order of the specification. */
export const catalog: readonly Rule[] = [
  ...resourceFields,
  ...postFields,
  ...samePosts,
  ...mediaRules,
  ...pictures,
  ...pageRules,
  ...cursors,
  ...filters,
  ...sorting,
  ...responseHeaders,
  ...statusHeaders,
  ...endpoints,
  ...accountRules,
  ...rssRules,
  ...graphqlRules,
  ...graphqlErrors,
  ...authentication,
  ...isolation,
  ...errors,
  ...validation,
]
