/** What the media store takes at most. */
export const fileLimits = {
  pictureBytes: 30 * 1024 * 1024,
  videoBytes: 100 * 1024 * 1024,
  pixels: 50_000_000,
  // WebP cannot hold a longer side, and every stored picture is served as WebP too.
  side: 16_383,
} as const
