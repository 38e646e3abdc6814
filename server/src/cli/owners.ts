import { Argument, createCommand } from '@commander-js/extra-typings'
import { count, UserError } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import { Rejected } from '../owners/auth.ts'
import { createOwners } from '../owners/owners.ts'
import { withOptions } from '../settings/setting.ts'
import {
  completeSettings,
  dataOptions,
  jsonOption,
  requiredBaseUrl,
  type Settings,
} from '../settings/settings.ts'
import { type DataFolder, openExistingData } from '../start/data-folder.ts'
import {
  assertConfirmed,
  confirmation,
  listLimit,
  print,
  printList,
  printResult,
} from './output.ts'
import { atName, ownerColumns, textTable } from './tables.ts'

const email = new Argument('<email>', "the owner's address")

const noOwners =
  'No owners. They sign up on the dashboard; `photofeed-server owners invite` invites one.\n'

export const ownersCommand = createCommand('owners')
  .description('list, invite, change and delete owners')
  .addCommand(
    withOptions(createCommand('list'), { ...listLimit, ...dataOptions, ...jsonOption })
      .description('every owner: plan, number of accounts, since when')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const { list } = data.database.owners
        await printList(command, config, list, (owners) =>
          textTable(ownerColumns, owners, noOwners),
        )
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(createCommand('invite').addArgument(email), {
      baseUrl: requiredBaseUrl,
      ...dataOptions,
      ...jsonOption,
    })
      .description('add an owner, and print the link with which they choose a password')
      .action(async (address, config, command) => {
        await using data = await openExistingData(config)
        const { invite } = ownersOf(data, config)
        const link = await invite(address).catch(rejectAddress(address))
        printResult(
          command,
          { email: address, link: link.url },
          `${link.url}\n\nGive this link to ${address} only. Whoever opens it chooses the password. It works once, for ${link.time}.\n`,
        )
      }),
  )
  .addCommand(
    withOptions(
      createCommand('change-email')
        .addArgument(email)
        .addArgument(new Argument('<new-email>', 'the address from now on')),
      { ...dataOptions, ...jsonOption },
    )
      .description('change the address with which an owner signs in; the old one gets a notice')
      .action(async (address, newAddress, config, command) => {
        await using data = await openExistingData(config)
        const { id, email } = await data.database.owners.find(address)
        await ownersOf(data, config).setEmail(id, newAddress).catch(rejectAddress(newAddress))
        const result = { before: email, email: newAddress.toLowerCase() }
        printResult(command, result, `${result.before} signs in with ${result.email} now.\n`)
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
        await owners.delete(id, null)
        print(
          command,
          `${email} is deleted, and ${what} disconnected. A running server deletes posts and media.\n`,
        )
      }),
  )

/** Settings that the command does not take have their defaults. */
function ownersOf({ database, secret }: DataFolder, given: Partial<Settings>) {
  const settings = { ...completeSettings(), ...given }
  const { baseUrl = '' } = settings
  return createOwners({
    ...{ ...database, secret, baseUrl, settings },
    ...{ mailer: null, clock: Date.now, onError() {}, report() {} },
  })
}

const rejectAddress = (address: string) => (error: unknown) => {
  if (!(error instanceof Rejected)) throw error
  throw new UserError(
    error.reason === 'EMAIL_TAKEN'
      ? `${address} has signed up already.`
      : `${address} is not an email address. Write it like name@example.org.`,
  )
}

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
    const { before, accounts } = change
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
