import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { deleteOwner, findOwner } from '../owners/delete-owner.ts'
import { print } from './output.ts'

export const ownersCommand = createCommand('owners')
  .description('delete owners')
  .addCommand(
    createCommand('delete')
      .description(
        "disconnect an owner's accounts, whose posts and media are then deleted, and delete the owner",
      )
      .addArgument(new Argument('<email>', "the owner's address"))
      .addOption(new Option('--yes', 'confirm the deletion').default(false))
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .action(async (address, config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const { id, email, accounts } = await findOwner(data.database, address)
        const what = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`
        if (!config.yes) {
          throw new UserError(
            `This deletes ${email} and disconnects ${what}: keys stop working, posts and media are deleted. Pass --yes to confirm.`,
          )
        }
        await deleteOwner(data.database, id)
        print(
          command,
          `${email} is deleted, and ${what} disconnected. A running server deletes posts and media.\n`,
        )
      }),
  )
