import { defineConfig } from 'astro/config'

// Every host of static files serves /2/, but not every one /2.
export default defineConfig({ trailingSlash: 'always' })
