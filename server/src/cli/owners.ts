import { Argument, createCommand } from '@commander-js/extra-typings'
import { type PlanName, plans } from '@photofeed/openapi'
import { dataOptions, jsonOption, options, withOptions } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { changePlan, deleteOwner, findOwner } from '../owners/owner-rows.ts'
import { assertConfirmed, confirmation, print, printResult } from './output.ts'
import { describePlanChange } from './tables.ts'

const email = new Argument('<email>', "the owner's address")

export const ownersCommand = createCommand('owners')
  .description('delete owners')
  .addCommand(
    withOptions(createCommand('delete').addArgument(email), { ...confirmation, ...dataOptions })
      .description(
        "disconnect an owner's accounts, whose posts and media are then deleted, and delete the owner",
      )
      .action(async (address, config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const { tables, connections } = data.database
        const { id, email } = await findOwner(tables.db, address)
        const { length } = await connections.ofOwner(id)
        const what = `${length} ${length === 1 ? 'account' : 'accounts'}`
        assertConfirmed(
          config,
          `This deletes ${email} and disconnects ${what}: keys stop working, posts and media are deleted.`,
        )
        await deleteOwner(tables.db, connections, id)
        print(
          command,
          `${email} is deleted, and ${what} disconnected. A running server deletes posts and media.\n`,
        )
      }),
  )

const plan = new Argument('<plan>', 'the plan from now on').choices(
  Object.keys(plans) as PlanName[],
)
const { freeAccounts } = options

export const planCommand = withOptions(createCommand('plan').addArgument(email).addArgument(plan), {
  freeAccounts,
  ...dataOptions,
  ...jsonOption,
})
  .description("set an owner's plan, and with it that of the owner's accounts; disconnects nothing")
  .action(async (email, plan, config, command) => {
    await using data = await openDataFolder(config.data, config.secret, config)
    const { db } = data.database.tables
    const change = await changePlan(db, { email, plan })
    const connectable = plan === 'free' ? config.freeAccounts : plans[plan].connectedAccounts
    printResult(command, change, describePlanChange(change, connectable))
  })
