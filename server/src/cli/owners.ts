import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Argument, createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import { ownerArchive } from '../owners/archive.ts'
import { Rejected } from '../owners/auth.ts'
import { createOwners } from '../owners/owners.ts'
import { openExistingData } from '../start/data-folder.ts'
import { withOptions } from '../start/setting.ts'
import {
  dataOptions,
  jsonOption,
  mediaOptions,
  requiredBaseUrl,
  settings,
  signUpOption,
} from '../start/settings.ts'
import { assertConfirmed, confirmation, logCommand, print, printResult } from './output.ts'
import { describePlanChange, limitOf, ownerTable } from './tables.ts'

const email = new Argument('<email>', "the owner's address")

/** Writes a file that only this user can read. One that is not complete is deleted. */
async function writeNew(file: string, content: Readable): Promise<void> {
  const explained = ({ code }: NodeJS.ErrnoException): never => {
    throw new UserError(
      code === 'EEXIST'
        ? `${file} exists already. Choose another file.`
        : `${resolve(file)} cannot be written (${code}). Choose another file.`,
    )
  }
  const opened = await open(file, 'wx', 0o600).catch(explained)
  try {
    await pipeline(content, opened.createWriteStream({ flush: true }))
  } catch (error) {
    await rm(file, { force: true })
    const failure = error as NodeJS.ErrnoException
    // Others are of what was read.
    if (failure.syscall === 'write' || failure.syscall === 'fsync') explained(failure)
    throw error
  }
}

/** Returns a function that turns a rejected address into an error for the operator. */
const explain = (address: string) => (error: unknown) => {
  if (!(error instanceof Rejected)) throw error
  throw new UserError(
    error.reason === 'EMAIL_TAKEN'
      ? `${address} has signed up already.`
      : `${address} is not an e-mail address. Write it like name@example.org.`,
  )
}

export const ownersCommand = createCommand('owners')
  .description('list, invite, export and delete owners')
  .addCommand(
    withOptions(createCommand('list'), { ...dataOptions, ...jsonOption })
      .description('every owner: plan, number of accounts, since when')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const { limit } = limitOf(config)
        const owners = await data.database.owners.list(limit)
        printResult(command, owners, ownerTable(owners, Date.now()))
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
        const link = await invite(address).catch(explain(address))
        const { id: ownerId } = await owners.find(address)
        await logCommand(data.database, (by) => ({
          event: 'invitedOwner',
          details: { ...by, ownerId },
        }))
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
        .addArgument(new Argument('<file>', 'the ZIP archive to write')),
      { ...dataOptions, ...mediaOptions },
    )
      .description('write everything that is stored about an owner, without keys and passwords')
      .action(async (address, file, config, command) => {
        await using data = await openExistingData(config)
        const { owners, ownerData } = data.database
        const owner = await owners.find(address)
        const parts = { data: ownerData, media: data.media, clock: Date.now }
        const archive = ownerArchive(parts, owner.id)
        await writeNew(file, Readable.fromWeb(archive as WebStream))
        await logCommand(data.database, (by) => ({
          event: 'exportedOwner',
          details: { ...by, ownerId: owner.id },
        }))
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
        const what = `${length} ${length === 1 ? 'account' : 'accounts'}`
        assertConfirmed(
          config,
          `This deletes ${email} and disconnects ${what}: keys stop working, posts and media are deleted.`,
        )
        const accountIds = (await owners.delete(id, null)) ?? []
        await logCommand(data.database, (by) => ({
          event: 'deletedOwner',
          details: { ...by, ownerId: id, accountIds },
        }))
        print(
          command,
          `${email} is deleted, and ${what} disconnected. A running server deletes posts and media.\n`,
        )
      }),
  )

const plan = new Argument('<plan>', 'the plan from now on').choices(
  Object.keys(plans) as PlanName[],
)
const { freeAccounts } = settings

export const planCommand = withOptions(createCommand('plan').addArgument(email).addArgument(plan), {
  freeAccounts,
  ...dataOptions,
  ...jsonOption,
})
  .description("set an owner's plan, and with it that of the owner's accounts; disconnects nothing")
  .action(async (email, plan, config, command) => {
    await using data = await openExistingData(config)
    const change = await data.database.owners.changePlan({ email, plan })
    const { ownerId, before } = change
    await logCommand(data.database, (by) => ({
      event: 'changedPlan',
      details: { ...by, ownerId, before, plan },
    }))
    const connectable = plan === 'free' ? config.freeAccounts : plans[plan].connectedAccounts
    printResult(command, change, describePlanChange(change, connectable))
  })
