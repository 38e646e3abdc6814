import type { DemoAccount } from './demo.ts'
import { element } from './element.ts'

const parameter = 'account'
const preferred = 'premium'

/** A labelled select over the accounts. Calls back with the first choice too, and keeps it in the URL. */
export function accountChooser(
  accounts: readonly DemoAccount[],
  onChoice: (account: DemoAccount) => void,
): Node[] {
  const description = element('p', { id: 'account-description', className: 'account-description' })
  const select = element(
    'select',
    { id: 'account' },
    ...accounts.map(({ name }) => element('option', { value: name }, name)),
  )
  select.setAttribute('aria-describedby', description.id)

  const choose = (name: string | null) => {
    const account =
      accounts.find((one) => one.name === name) ??
      accounts.find((one) => one.name === preferred) ??
      accounts[0]
    if (account === undefined) return
    select.value = account.name
    description.textContent = account.description
    onChoice(account)
  }
  const chosenInUrl = () => new URL(location.href).searchParams.get(parameter)

  select.addEventListener('change', () => {
    const url = new URL(location.href)
    url.searchParams.set(parameter, select.value)
    history.pushState(null, '', url)
    choose(select.value)
  })
  window.addEventListener('popstate', () => choose(chosenInUrl()))
  choose(chosenInUrl())

  return [element('label', { htmlFor: select.id }, 'Account'), select, description]
}
