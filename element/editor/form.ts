import { parseColumns } from '../src/view/columns.ts'
import type { Look } from './look.ts'

type Control = HTMLInputElement | HTMLSelectElement

const controlsOf = (form: HTMLFormElement) => form.querySelectorAll<Control>('input, select')

/** Returns what differs from the defaults of the element. */
export function readForm(form: HTMLFormElement): Look {
  const values: Record<string, string> = {}
  for (const field of controlsOf(form))
    if (!isDefault(field)) values[field.name] = field.type === 'checkbox' ? '' : field.value.trim()
  const { 'columns-phone': phone, columns, ...look } = values
  return {
    ...look,
    ...('target' in look && { target: '_blank' }),
    ...(columns && { columns: `${phone ?? columns} 600:${columns}` }),
  }
}

function isDefault(field: Control): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedIndex === 0
  if (field.type === 'checkbox') return !field.checked
  if (field.type === 'radio') return !field.checked || field.value === 'grid'
  if (field.type === 'color') return !field.hasAttribute('data-set')
  return field.value.trim() === '' || !field.validity.valid
}

/** Writes a look into the form. */
export function fillForm(form: HTMLFormElement, look: Look): void {
  const { first = 3, breakpoints = [] } = parseColumns(look.columns ?? '') ?? {}
  const columns = breakpoints.at(-1)?.[1] ?? first
  const values: Look = {
    ...{ layout: 'grid', 'page-size': '12' },
    ...look,
    ...{ columns: `${columns}`, 'columns-phone': `${first}` },
  }
  for (const field of controlsOf(form)) {
    const value = values[field.name]
    if (field instanceof HTMLSelectElement) {
      field.value = value ?? ''
      if (field.selectedIndex < 0) field.selectedIndex = 0
    } else if (field.type === 'checkbox') field.checked = value !== undefined
    else if (field.type === 'radio') field.checked = field.value === value
    else if (field.type === 'color') {
      field.value = value ?? '#808080'
      setColor(field, value !== undefined)
    } else field.value = value ?? ''
  }
}

/** A field without a color of its own has the one of the page. */
export function setColor(field: HTMLInputElement, isSet: boolean): void {
  field.toggleAttribute('data-set', isSet)
  const button = field.parentElement?.querySelector('button')
  if (button) button.hidden = !isSet
}
