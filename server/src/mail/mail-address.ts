// Narrower than RFC 5321 (no quoted local part): nothing in it can end an address, a header or a command.
const address = /^[^\s\p{C}"(),:;<>@[\]\\]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)*[\p{L}\p{N}-]{1,63}$/u

/** Whether a text is one plain e-mail address. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}
