import { UserError } from '@photofeed/core/node'

/** What an operator has to look after before media can be stored or served; holds no credentials. */
export class MediaStoreProblem extends UserError {
  override readonly name = 'MediaStoreProblem'
}
