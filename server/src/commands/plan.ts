import { Argument, createCommand } from '@commander-js/extra-typings'
import { type PlanName, plans } from '@photofeed/openapi'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { changePlan } from '../operations/plan-change.ts'
import { describePlanChange } from '../operations/plan-text.ts'
import { print } from './output.ts'

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
