import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { runs, scope } from '../../../testing/scope.ts'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { watchCommits } from './commit-watch.ts'

async function watched() {
  const file = join(await tempFolder(), 'test.sqlite')
  const connection = new DatabaseSync(file)
  connection.exec('pragma journal_mode = wal; create table t (n integer)')
  const commits = watchCommits(file)
  onTestFinished(() => {
    connection.close()
    commits.close()
  })
  commits.hasChanged()
  return { file, connection, commits }
}

test('nothing has changed until a transaction commits', async () => {
  const { connection, commits } = await watched()
  expect(commits.hasChanged()).toBe(false)
  connection.exec('begin; insert into t values (1)')
  expect(commits.hasChanged()).toBe(false)
  connection.exec('commit')
  expect(commits.hasChanged()).toBe(true)
  expect(commits.hasChanged()).toBe(false)
  connection.exec('begin; insert into t values (2); rollback')
  connection.prepare('select * from t').all()
  expect(commits.hasChanged()).toBe(false)
})

test.skipIf(scope === 'unit')(
  'a commit of another process shows as soon as it has returned',
  async () => {
    const { file, connection, commits } = await watched()
    for (let round = 1; round <= runs(2, 5); round++) {
      execFileSync(process.execPath, [
        '-e',
        `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)}).exec('insert into t values (1)')`,
      ])
      expect(commits.hasChanged()).toBe(true)
      expect(connection.prepare('select count(*) as n from t').get()).toEqual({ n: round })
    }
  },
)

test('commits after the log was folded into the database and begun anew show too', async () => {
  const { connection, commits } = await watched()
  for (const mode of ['passive', 'restart', 'truncate']) {
    connection.exec('insert into t values (1)')
    connection.exec(`pragma wal_checkpoint(${mode})`)
    commits.hasChanged()
    connection.exec('insert into t values (2)')
    expect(commits.hasChanged()).toBe(true)
  }
})
