import { Argument, createCommand } from '@commander-js/extra-typings'
import { type PlanName, plans } from '@photofeed/openapi'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { changePlan, describePlanChange } from '../operations/plan-change.ts'
import { deleteOwner, findOwner } from '../owners/owner-rows.ts'
import { assertConfirmed, confirmation, print } from './output.ts'

export const ownersCommand = createCommand('owners')
  .description('delete owners')
  .addCommand(
    createCommand('delete')
      .description(
        "disconnect an owner's accounts, whose posts and media are then deleted, and delete the owner",
      )
      .addArgument(new Argument('<email>', "the owner's address"))
      .addOption(confirmation)
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
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
        await deleteOwner(data.database, id)
        print(
          command,
          `${email} is deleted, and ${what} disconnected. A running server deletes posts and media.\n`,
        )
      }),
  )

const planNames = Object.keys(plans) as PlanName[]

export const planCommand = createCommand('plan')
  .description("set an owner's plan, and with it that of the owner's accounts; disconnects nothing")
  .addArgument(new Argument('<email>', "the owner's address"))
  .addArgument(new Argument('<plan>', 'the plan from now on').choices(planNames))
  .addOption(options.freeAccounts)
  .addOption(options.data)
  .addOption(options.database)
  .addOption(options.secret)
  .addOption(options.previousSecret)
  .addOption(options.json)
  .action(async (email, plan, config, command) => {
    await using data = await openDataFolder(config.data, config.secret, config)
    const { db } = data.database.tables
    const change = await changePlan(db, { email, plan, now: Date.now() })
    const connectable = plan === 'free' ? config.freeAccounts : plans[plan].connectedAccounts
    print(
      command,
      config.json ? `${JSON.stringify(change)}\n` : describePlanChange(change, connectable),
    )
  })
