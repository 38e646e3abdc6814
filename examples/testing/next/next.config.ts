import type { NextConfig } from 'next'

export default {
  images: {
    remotePatterns: [
      new URL('http://127.0.0.1:*/media/**'),
      new URL('https://photofeed.test/media/**'),
    ],
    // The mock has an address of this machine, which Next.js does not read pictures from by default.
    dangerouslyAllowLocalIP: process.env.NODE_ENV === 'development',
  },
} satisfies NextConfig
