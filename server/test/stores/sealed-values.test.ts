import type { Transaction } from 'kysely'
import { expect, it } from 'vitest'
import { accountFeed, testKey } from '../../../core/test/store/index.ts'
import type { Database } from '../../src/stores/database.ts'
import type { Db, Tables } from '../../src/stores/engine/schema.ts'
import { createSecretBox } from '../../src/stores/engine/secret-box.ts'
import {
  assertSecretMatches,
  rotateSecret,
  sealedColumns,
} from '../../src/stores/service/sealed-values.ts'
import { fill, onBothDatabases, testDatabases } from '../support/databases.ts'
import { addOwner, connect } from '../support/owners.ts'

const secrets = { current: createSecretBox('new'), previous: createSecretBox('old') }

onBothDatabases((databases) => {
  /** Keys of accounts 1 to 3 and a token of account 4, all sealed with the old secret. */
  async function filled(): Promise<{ at: string; old: Database }> {
    const at = await databases.place()
    const old = await databases.open({ at, secret: 'old' })
    await fill(
      old,
      [1, 2, 3].map((number) => accountFeed(number, [])),
    )
    await connect(old, await addOwner(old, { email: 'o@mail.example' }), 'harbour')
    return { at, old }
  }

  it('encrypts keys and tokens with the new secret, each once', async () => {
    const { at, old } = await filled()
    const { db } = old.tables
    expect(await rotateSecret(db, secrets)).toEqual({ renewed: 5, upToDate: 0, unreadable: 0 })
    expect(await rotateSecret(db, secrets)).toEqual({ renewed: 0, upToDate: 5, unreadable: 0 })
    const now = await databases.open({ at, secret: 'new' })
    expect([...(await now.keys.findAll([1, 2, 3])).values()]).toEqual([1, 2, 3].map(testKey))
    expect(await now.connections.token(4)).toBe('token of harbour')
    expect((await old.keys.findAll()).get(1)).toBeNull()
  })

  it('continues after an interruption', async () => {
    const { at, old } = await filled()
    let left = 4
    const dying = {
      ...secrets.current,
      seal(text: string, label: string) {
        left -= 1
        if (left < 0) throw new Error('killed')
        return secrets.current.seal(text, label)
      },
    }
    const { db } = old.tables
    await expect(rotateSecret(db, { ...secrets, current: dying })).rejects.toThrow('killed')
    expect(await rotateSecret(db, secrets)).toEqual({ renewed: 1, upToDate: 4, unreadable: 0 })
    const now = await databases.open({ at, secret: 'new' })
    expect((await now.keys.findAll()).size).toBe(4)
  })

  it('leaves a key that a server replaces between its reading and its writing', async () => {
    const { at, old } = await filled()
    const meanwhile = await databases.open({ at, secret: 'new' })
    let replaced: string | undefined
    const beforeWriting = async () => {
      replaced ??= await meanwhile.keys.issue(2)
    }
    await rotateSecret(inFrontOfTransactions(old.tables.db, beforeWriting), secrets)
    expect((await meanwhile.keys.findAll()).get(2)).toBe(replaced)
    expect((await meanwhile.keys.findAll()).get(1)).toBe(testKey(1))
  })

  it('does not change what neither secret opens', async () => {
    const { old } = await filled()
    const lost = { ...secrets, previous: createSecretBox('another') }
    expect(await rotateSecret(old.tables.db, lost)).toMatchObject({ renewed: 0, unreadable: 5 })
    expect((await old.keys.findAll()).get(1)).toBe(testKey(1))
  })

  it('is missing: a wrong secret is rejected by the key or token that was sealed last', async () => {
    const { at, old } = await filled()
    const { db } = old.tables
    expect(await assertSecretMatches(db, createSecretBox('old'))).toBeUndefined()
    expect(await assertSecretMatches(db, createSecretBox('new', 'old'))).toBeUndefined()
    await expect(assertSecretMatches(db, createSecretBox('new'))).rejects.toThrow(
      'The secret is not the one that the stored API keys are encrypted with. Put that one back',
    )
    await db.deleteFrom('api_key').execute()
    await expect(assertSecretMatches(db, createSecretBox('new'))).rejects.toThrow('is not the one')
    const later = await databases.open({ at, secret: 'new', clock: () => 1 })
    await later.keys.issue(1)
    expect(await assertSecretMatches(db, createSecretBox('new'))).toBeUndefined()
  })

  it('is not needed by an empty database', async () => {
    const { tables } = await databases.open()
    expect(await assertSecretMatches(tables.db, createSecretBox('any'))).toBeUndefined()
  })
})

const databases = testDatabases()

it('covers every column of bytes that is not a hash', async () => {
  const { tables } = await databases.open()
  const found = await tables.db.introspection.getTables()
  const bytes = found.flatMap(({ name, columns }) =>
    columns
      .filter(({ dataType }) => /blob/i.test(dataType))
      .map((column) => `${name}.${column.name}`),
  )
  const hashes = ['api_key.hash']
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(bytes.sort()).toEqual([...hashes, ...sealed].sort())
})

/** The same database, where something happens before each transaction. */
function inFrontOfTransactions(db: Db, happens: () => Promise<void>): Db {
  return new Proxy(db, {
    get(_, name: keyof Db) {
      if (name === 'transaction') {
        return () => ({
          async execute(work: (transaction: Transaction<Tables>) => Promise<void>) {
            await happens()
            return db.transaction().execute(work)
          },
        })
      }
      const member = db[name]
      return typeof member === 'function' ? member.bind(db) : member
    },
  })
}
