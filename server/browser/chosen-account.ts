import type { PlanName } from '@photofeed/openapi'

/** The account whose key is sent with requests. Only the page contains the key. */
export interface ChosenAccount {
  readonly apiKey: string
  readonly plan: PlanName
  /** The keys of all accounts in the list. */
  readonly allKeys: string[]
}

/** The account chosen in the page's list. */
export function chosenAccount(select: HTMLSelectElement): ChosenAccount {
  const chosen = (name: 'apiKey' | 'plan') => select.selectedOptions[0]?.dataset[name] ?? ''
  return {
    get apiKey() {
      return chosen('apiKey')
    },
    get plan() {
      return chosen('plan') as PlanName
    },
    allKeys: [...select.options].flatMap(({ dataset }) => dataset.apiKey ?? []),
  }
}
