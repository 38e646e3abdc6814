const words = 8

/** A key of 64 hexadecimal digits that is always the same for the same name. It keeps no secret. */
export function ownKey(name: string): string {
  return Array.from({ length: words }, (_, word) => mixed(`${word}:${name}`))
    .map((number) => number.toString(16).padStart(8, '0'))
    .join('')
}

/** FNV-1a, and MurmurHash3's last step so that every bit of the text reaches every bit of the number. */
function mixed(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
