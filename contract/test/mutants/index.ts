import { agreementMutants } from './agreement.ts'
import { authenticationMutants } from './authentication.ts'
import { cursorMutants } from './cursors.ts'
import { endpointMutants } from './endpoints.ts'
import { errorMutants } from './errors.ts'
import { feedMutants } from './feeds.ts'
import { filterMutants } from './filters.ts'
import { graphqlMutants } from './graphql.ts'
import { graphqlLanguageMutants } from './graphql-language.ts'
import { headerMutants } from './headers.ts'
import { isolationMutants } from './isolation.ts'
import type { Mutant } from './mutant.ts'
import { pageMutants } from './pages.ts'
import { pictureMutants } from './pictures.ts'
import { postMutants } from './posts.ts'
import { relationMutants } from './relations.ts'
import { errorEntryMutants, resourceMutants } from './resources.ts'
import { sortingMutants } from './sorting.ts'
import { validationMutants } from './validation.ts'

export const mutants: Mutant[] = [
  ...resourceMutants,
  ...postMutants,
  ...pictureMutants,
  ...pageMutants,
  ...cursorMutants,
  ...filterMutants,
  ...sortingMutants,
  ...headerMutants,
  ...endpointMutants,
  ...feedMutants,
  ...graphqlMutants,
  ...graphqlLanguageMutants,
  ...authenticationMutants,
  ...errorMutants,
  ...errorEntryMutants,
  ...validationMutants,
  ...relationMutants,
  ...isolationMutants,
  ...agreementMutants,
]
