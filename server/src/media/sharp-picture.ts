import sharp, { type Sharp } from 'sharp'
import { fileLimits } from './file-limits.ts'

// One thread per picture: the limiters decide how many are at work, and memory stays in bounds.
sharp.concurrency(1)
// Every picture is opened once, and a cached file handle would outlive the file.
sharp.cache(false)

/** Opens a picture that nobody vouches for: the first frame only, and no pixel bombs. */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: fileLimits.pixels })
}

/** Opens a picture to read its header, however large it claims to be. */
export function openHeader(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: false })
}
