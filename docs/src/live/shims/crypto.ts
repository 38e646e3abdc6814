interface Hash {
  update(bytes: Uint8Array): Hash
  digest(): string
}

/** Distinguishes bodies for the checker's cache. It is not a cryptographic hash. */
export function createHash(): Hash {
  const state = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
  let length = 0
  const hash: Hash = {
    update(bytes) {
      length += bytes.length
      for (const byte of bytes)
        for (let index = 0; index < state.length; index++)
          state[index] = Math.imul((state[index] ?? 0) ^ (byte + index), 16777619 + 2 * index)
      return hash
    },
    digest: () => `${state.join('.')}.${length}`,
  }
  return hash
}
