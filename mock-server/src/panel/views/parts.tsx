/** @jsxImportSource preact */
import { logoShapes } from '@photofeed/design'
import type { JSX } from 'preact'
import type { AccountView } from '../../accounts/accounts.ts'

/** `name` is the accessible name, which contains the visible text. */
export function Button({
  name,
  class: look = '',
  ...others
}: JSX.IntrinsicElements['button'] & { name?: string }) {
  const label = { 'aria-label': name, title: name }
  return <button type="button" {...label} {...others} class={`button ${look}`} />
}

interface SelectProps {
  label: string
  value: string
  choices: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
}

export function Select({ label, value, choices, onChange }: SelectProps) {
  return (
    <label class="field">
      {label}
      <select
        class="input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A sentence whose names are in backticks. */
export function Prose({ text }: { text: string }) {
  const pieces = text.split('`')
  return <>{pieces.map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>
}

export function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" class="logo" aria-hidden="true">
      {logoShapes.map(({ tag: Shape, color, attributes }) => (
        <Shape fill={`var(--${color})`} {...attributes} />
      ))}
    </svg>
  )
}

export function formatCount(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

export function formatFault(fault: AccountView['fault']): string {
  return typeof fault === 'string' ? fault : JSON.stringify(fault)
}

export const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
