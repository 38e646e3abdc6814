import { parameters } from '@photofeed/openapi'
import { part } from '../element.ts'
import { parametersOf, type RestRequest } from './rest-request.ts'

/** Shows the fields of the endpoint only. */
export function showFields(form: HTMLFormElement, { path }: Pick<RestRequest, 'path'>): void {
  const known: readonly string[] = parametersOf(path)
  for (const field of form.querySelectorAll<HTMLElement>('[data-parameter]')) {
    field.hidden = !known.includes(field.dataset.parameter ?? '')
  }
  part('p', 'no-parameters').hidden = known.length > 0
  part('p', 'encoding').hidden = known.length === 0
}

/** Marks the field of each rejected parameter, and shows the problem below it. */
export function markFields(
  form: HTMLFormElement,
  problems: { detail: string; source?: { parameter: string } }[],
): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-parameter]')) {
    const name = field.dataset.parameter ?? ''
    const details = problems
      .filter(({ source }) => source && fieldOf(source.parameter) === name)
      .map(({ detail }) => detail)
    field.classList.toggle('invalid', details.length > 0)
    part('p', CSS.escape(`${name}-error`)).textContent = details.join(' ')
    part('p', CSS.escape(`${name}-error`)).hidden = details.length === 0
    for (const control of field.querySelectorAll('input, select')) {
      control.ariaInvalid = details.length > 0 ? 'true' : null
    }
  }
}

/** The control to go to for a parameter that a problem names; null when the form has none. */
export function controlOf(parameter: string): HTMLElement | null {
  const control = document.getElementById(fieldOf(parameter))
  return control?.querySelector('input') ?? control
}

/** A problem names `include`, whose field is that of `include[]`. */
function fieldOf(parameter: string): string {
  const entry = Object.entries(parameters).find(
    ([, rule]) => 'arrayOnly' in rule && rule.arrayOnly.name === parameter,
  )
  return entry ? entry[0] : parameter
}
