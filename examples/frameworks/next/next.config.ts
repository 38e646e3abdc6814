import type { NextConfig } from 'next'

export default {
  cacheComponents: true,
  partialPrefetching: true,
  // For an <Image> without `nextImageProps`. With a CDN, it is the address of the CDN.
  images: {
    remotePatterns: [
      new URL('/media/**', process.env.NEXT_PUBLIC_PHOTOFEED_URL ?? 'http://127.0.0.1:4500'),
    ],
    // The mock has an address of this machine, from which Next.js loads no pictures by default.
    dangerouslyAllowLocalIP: process.env.NODE_ENV === 'development',
  },
} satisfies NextConfig
