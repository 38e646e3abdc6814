/** Why nothing could be checked at all; the message is one sentence for people, without any key. */
export class ContractError extends Error {
  override name = 'ContractError'
  /** usage: an option is wrong. unreachable: no such service answers. undecided: no key reads an account. */
  readonly kind: 'usage' | 'unreachable' | 'undecided'

  constructor(kind: ContractError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
