import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, createCommand } from '@commander-js/extra-typings'
import { mediaPrefix, UserError } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import { ownerArchive } from '../owners/archive.ts'
import { Rejected } from '../owners/auth.ts'
import { createOwners } from '../owners/owners.ts'
import { openExistingData } from '../start/data-folder.ts'
import { withOptions } from '../start/setting.ts'
import {
  dataOptions,
  jsonOption,
  requiredBaseUrl,
  settings,
  signUpOption,
} from '../start/settings.ts'
import { assertConfirmed, confirmation, count, logCommand, print, printResult } from './output.ts'
import { atName, ownerColumns, textTable } from './tables.ts'

const email = new Argument('<email>', "the owner's address")

/** Writes a file that only this user can read. One that is not complete is deleted. */
async function writeNew(file: string, content: Readable): Promise<void> {
  try {
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    const { code, path, syscall = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new UserError(`${file} exists already. Choose another file.`)
    await rm(file, { force: true })
    // Others are of what was read.
    if (path !== file && !['write', 'fsync'].includes(syscall)) throw error
    throw new UserError(`${resolve(file)} cannot be written (${code}). Choose another file.`)
  }
}

const noOwners =
  'No owners. They sign up on the dashboard; `photofeed-server owners invite` invites one.\n'

export const ownersCommand = createCommand('owners')
  .description('list, invite, export and delete owners')
  .addCommand(
    withOptions(createCommand('list'), { ...dataOptions, ...jsonOption })
      .description('every owner: plan, number of accounts, since when')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const owners = await data.database.owners.list()
        printResult(command, owners, textTable(ownerColumns, owners, noOwners))
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(createCommand('invite').addArgument(email), {
      baseUrl: requiredBaseUrl,
      ...signUpOption,
      ...dataOptions,
      ...jsonOption,
    })
      .description('add an owner, and print the link with which they choose a password')
      .action(async (address, config, command) => {
        const { baseUrl, signUp } = config
        if (signUp === 'closed') {
          throw new UserError(
            'Sign-up is closed. Set PHOTOFEED_SIGN_UP=invitation to invite people.',
          )
        }
        await using data = await openExistingData(config)
        const { database, secret } = data
        const { owners, sessions, attempts, connections } = database
        const { invite } = createOwners({
          ...{ owners, sessions, attempts, connections, secret, baseUrl },
          ...{ supportEmail: '', mailer: null, clock: Date.now, onError() {}, report() {} },
        })
        const link = await invite(address).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error
          throw new UserError(
            error.reason === 'EMAIL_TAKEN'
              ? `${address} has signed up already.`
              : `${address} is not an e-mail address. Write it like name@example.org.`,
          )
        })
        const { id: ownerId } = await owners.find(address)
        await logCommand(data.database, 'invitedOwner', { ownerId })
        printResult(
          command,
          { email: address, link },
          `${link}\n\nGive this link to ${address} only. Who opens it chooses the password. It works once, for seven days.\n`,
        )
      }),
  )
  .addCommand(
    withOptions(
      createCommand('export')
        .addArgument(email)
        .addArgument(new Argument('<file>', 'the JSON file to write')),
      { baseUrl: requiredBaseUrl, cdnUrl: settings.cdnUrl, ...dataOptions },
    )
      .description('write everything that is stored about an owner, without keys and passwords')
      .action(async (address, file, config, command) => {
        await using data = await openExistingData(config)
        const owner = await data.database.owners.find(address)
        const { cdnUrl = `${config.baseUrl}${mediaPrefix}` } = config
        const parts = { data: data.database, cdnUrl, clock: Date.now }
        await writeNew(file, Readable.from(ownerArchive(parts, owner.id)))
        await logCommand(data.database, 'exportedOwner', { ownerId: owner.id })
        print(command, `Everything of ${owner.email} is in ${file}.\n`)
      }),
  )
  .addCommand(
    withOptions(createCommand('delete').addArgument(email), { ...confirmation, ...dataOptions })
      .description(
        "disconnect an owner's accounts, whose posts and media are then deleted, and delete the owner",
      )
      .action(async (address, config, command) => {
        await using data = await openExistingData(config)
        const { connections, owners } = data.database
        const { id, email } = await owners.find(address)
        const { length } = await connections.ofOwner(id)
        const what = count(length, 'account')
        assertConfirmed(
          config,
          `This deletes ${email} and disconnects ${what}: keys stop working, posts and media are deleted.`,
        )
        const accountIds = (await owners.delete(id, null)) ?? []
        await logCommand(data.database, 'deletedOwner', { ownerId: id, accountIds })
        print(
          command,
          `${email} is deleted, and ${what} disconnected. A running server deletes posts and media.\n`,
        )
      }),
  )

const plan = new Argument('<plan>', 'the plan from now on').choices(
  Object.keys(plans) as PlanName[],
)

export const planCommand = withOptions(createCommand('plan').addArgument(email).addArgument(plan), {
  ...dataOptions,
  ...jsonOption,
})
  .description("set an owner's plan, and with it that of the owner's accounts; disconnects nothing")
  .action(async (email, plan, config, command) => {
    await using data = await openExistingData(config)
    const change = await data.database.owners.changePlan({ email, plan })
    const { ownerId, before, accounts } = change
    await logCommand(data.database, 'changedPlan', { ownerId, before, plan })
    const { name } = plans[plan]
    const lines = [
      before === plan
        ? `${change.email} had ${name} already.`
        : `${change.email} has ${name} now, not ${plans[before].name}.`,
      ...accounts
        .filter((account) => account.before !== plan)
        .map((account) => `${atName(account)} is ${name} now.`),
    ]
    printResult(command, change, `${lines.join('\n')}\n`)
  })
