import { isRestPath, type ParameterName, parametersOf, type RestRequest } from './rest-request.ts'

/** Reads the form, without fields that are empty or not the endpoint's. */
export function readForm(form: HTMLFormElement): RestRequest {
  const data = new FormData(form)
  const path = data.get('path')
  if (!isRestPath(path)) throw new Error('The form names no endpoint.')
  const known: readonly string[] = parametersOf(path)
  const query = [...data].flatMap(([name, value]) =>
    known.includes(name) && typeof value === 'string' && value !== ''
      ? [[name, value] as const]
      : [],
  )
  return { path, query }
}

/** Puts a request into the form. */
export function writeForm(form: HTMLFormElement, { path, query }: RestRequest): void {
  const all = [['path', path] as const, ...query]
  for (const control of form.elements) {
    if (!isField(control)) continue
    const values = all.filter(([name]) => name === control.name).map(([, value]) => value)
    if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type)) {
      control.checked = values.includes(control.value)
    } else {
      writeText(control, values.at(-1) ?? '')
    }
  }
}

/** Sets one parameter and leaves the others. */
export function writeParameter(form: HTMLFormElement, name: ParameterName, value: string): void {
  const { path, query } = readForm(form)
  writeForm(form, { path, query: [...query.filter(([known]) => known !== name), [name, value]] })
}

function isField(control: Element): control is HTMLInputElement | HTMLSelectElement {
  return (
    (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) &&
    control.name !== ''
  )
}

function writeText(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  control.value = value
  // A shared URL may contain a value that the contract does not know; it is sent nevertheless.
  if (control instanceof HTMLSelectElement && control.value !== value) {
    control.add(new Option(value))
    control.value = value
  }
}
