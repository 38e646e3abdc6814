import { defineConfig } from 'astro/config'

// Every host of static files answers /2/, and not every one /2.
export default defineConfig({ trailingSlash: 'always' })
