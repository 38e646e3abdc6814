import sharp, { type Sharp } from 'sharp'
import { fileLimits } from './file-rules.ts'

// One thread per picture: the limiters decide how many are decoded at a time, and memory stays bounded.
sharp.concurrency(1)
// Every picture is opened once, and a cached file handle would outlive the file.
sharp.cache(false)

/** Opens an untrusted picture, by its path or content: the first frame only, and no pixel bombs. */
export function openPicture(picture: Uint8Array | string): Sharp {
  return sharp(picture, { failOn: 'error', limitInputPixels: fileLimits.pixels })
}

/** Opens a picture to read its header, however large it claims to be. */
export function openHeader(picture: Uint8Array | string): Sharp {
  return sharp(picture, { limitInputPixels: false })
}
