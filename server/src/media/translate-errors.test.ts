import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { translateErrors } from './file-store.ts'

const translate = (error: unknown) => new Error(`translated: ${(error as Error).message}`)

test('the content is the same', async () => {
  const source = Readable.from([Buffer.from('one '), Buffer.from('two')])
  expect(await text(translateErrors(source, translate))).toBe('one two')
})

test('an error in the middle is translated', async () => {
  const source = new Readable({ read() {} })
  source.push('one ')
  const reading = text(translateErrors(source, translate))
  source.destroy(new Error('broke off'))
  await expect(reading).rejects.toThrow('translated: broke off')
})

test('the end without an error stays one', async () => {
  const source = translateErrors(new Readable({ read() {} }), translate)
  source.destroy()
  await once(source, 'close')
  expect(source.errored).toBeNull()
})
