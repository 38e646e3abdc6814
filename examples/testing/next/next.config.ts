import type { NextConfig } from 'next'

export default {
  images: {
    remotePatterns: [
      { hostname: '127.0.0.1', pathname: '/media/**' },
      { hostname: 'photofeed.test', pathname: '/media/**' },
    ],
    // The mock has an address of this machine, from which Next.js loads no pictures by default.
    dangerouslyAllowLocalIP: process.env.NODE_ENV === 'development',
  },
} satisfies NextConfig
