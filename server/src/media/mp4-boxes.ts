/**
 * Whether the bytes are a whole mp4 file: boxes follow one another to the end, with an index and content among
 * them. A download that broke off ends inside a box.
 */
export function isWholeMp4(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const types = new Set<string>()
  let offset = 0
  while (offset + 8 <= view.byteLength) {
    const size = boxSize(view, offset)
    if (size === null || offset + size > view.byteLength) return false
    types.add(String.fromCharCode(...bytes.subarray(offset + 4, offset + 8)))
    offset += size
  }
  return types.has('moov') && (types.has('mdat') || types.has('moof'))
}

function boxSize(view: DataView, offset: number): number | null {
  const size = view.getUint32(offset)
  // The last box may say "to the end of the file".
  if (size === 0) return view.byteLength - offset
  if (size >= 8) return size
  if (size !== 1 || offset + 16 > view.byteLength) return null
  const large = Number(view.getBigUint64(offset + 8))
  return large >= 16 ? large : null
}
