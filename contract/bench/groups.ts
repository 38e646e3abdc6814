import { accountRules } from '../src/rules/accounts.ts'
import { authentication } from '../src/rules/authentication.ts'
import { cursors } from '../src/rules/cursors.ts'
import { endpoints } from '../src/rules/endpoints.ts'
import { errors } from '../src/rules/errors.ts'
import { filters } from '../src/rules/filters.ts'
import { graphqlRules } from '../src/rules/graphql.ts'
import { graphqlErrors } from '../src/rules/graphql-errors.ts'
import { responseHeaders } from '../src/rules/headers.ts'
import { mediaRules } from '../src/rules/media.ts'
import { pageRules } from '../src/rules/pages.ts'
import { pictures } from '../src/rules/pictures.ts'
import { postFields } from '../src/rules/posts.ts'
import { resourceFields } from '../src/rules/resources.ts'
import { rssRules } from '../src/rules/rss.ts'
import type { Rule } from '../src/rules/rule.ts'
import { sorting } from '../src/rules/sorting.ts'
import { validation } from '../src/rules/validation.ts'
import type { Mutant } from '../test/mutants/mutant.ts'

const groups: Record<string, Rule[]> = {
  'Fields and their types': resourceFields,
  'What fields mean': [...postFields, ...mediaRules],
  Pictures: pictures,
  Pages: pageRules,
  Cursors: cursors,
  Filters: filters,
  Sorting: sorting,
  Headers: responseHeaders,
  Endpoints: [...endpoints, ...accountRules],
  RSS: rssRules,
  GraphQL: [...graphqlRules, ...graphqlErrors],
  Authentication: authentication,
  Errors: errors,
  Validation: validation,
}

export const groupNames = Object.keys(groups)

/** The group of the rule that the mutant breaks. */
export function groupOf({ breaks }: Mutant): string {
  const [name] = Object.entries(groups).find(([, rules]) =>
    rules.some(({ id }) => id === breaks),
  ) ?? [null]
  if (name === null) throw new Error(`groups.ts lacks the rule ${breaks}. Add the list it is in.`)
  return name
}
