import { expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox('one secret')

it('opens what it sealed, also after a restart', () => {
  const sealed = box.seal('text', 'label')
  expect(box.open(sealed, 'label')).toBe('text')
  expect(createSecretBox('one secret').open(sealed, 'label')).toBe('text')
})

it('seals the same text differently each time', () => {
  expect(box.seal('text', 'label')).not.toEqual(box.seal('text', 'label'))
})

it('opens nothing with another secret or label', () => {
  const sealed = box.seal('text', 'label')
  expect(createSecretBox('other secret').open(sealed, 'label')).toBeNull()
  expect(box.open(sealed, 'other label')).toBeNull()
})

it('opens nothing that was altered or cut', () => {
  const sealed = box.seal('text', 'label')
  for (const index of sealed.keys()) {
    const altered = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte))
    expect(box.open(altered, 'label')).toBeNull()
    expect(box.open(sealed.subarray(0, index), 'label')).toBeNull()
  }
})

it('opens what the previous secret sealed, and seals with the new one', () => {
  const both = createSecretBox('new secret', 'one secret')
  expect(both.open(box.seal('text', 'label'), 'label')).toBe('text')
  expect(both.open(box.seal('text', 'label'), 'other label')).toBeNull()
  const sealed = both.seal('text', 'label')
  expect(both.open(sealed, 'label')).toBe('text')
  expect(createSecretBox('new secret').open(sealed, 'label')).toBe('text')
  expect(box.open(sealed, 'label')).toBeNull()
  expect(both.open(createSecretBox('third secret').seal('text', 'label'), 'label')).toBeNull()
})

it('rejects an empty secret', () => {
  expect(() => createSecretBox('new secret', '')).toThrow('is empty')
  expect(() => createSecretBox('')).toThrow('The secret that encrypts API keys is empty; set one.')
})
