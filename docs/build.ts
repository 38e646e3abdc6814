// Builds the site into docs/dist. It needs the builds of these packages, and makes those that are missing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import './install.ts'

const root = new URL('../', import.meta.url)

// On Windows npm is a script, which only a shell starts.
const shell = process.platform === 'win32'
for (const [name, entry] of [
  ['sdk', 'index'],
  ['element', 'element'],
  ['mock-server', 'index'],
  ['contract', 'index'],
])
  if (!existsSync(new URL(`${name}/dist/${entry}.js`, root)))
    execFileSync('npm', ['run', 'build', '-w', `@photofeed/${name}`], {
      cwd: root,
      stdio: 'inherit',
      shell,
    })

// Test runners set these, and a build takes them for its own.
const ownNames = ['DEV', 'PROD', 'SSR', 'MODE', 'BASE_URL']
const env = Object.entries(process.env).filter(([name]) => !ownNames.includes(name))
const astro = fileURLToPath(new URL('node_modules/astro/bin/astro.mjs', import.meta.url))
execFileSync(process.execPath, [astro, 'build', ...process.argv.slice(2)], {
  cwd: import.meta.dirname,
  env: { ...Object.fromEntries(env), NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  stdio: 'inherit',
})
