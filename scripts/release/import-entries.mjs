// Imports every entry of the installed packages that its arguments name, and runs their commands: on any Node, without a clone.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
for (const name of process.argv.slice(2)) {
  const folder = `node_modules/${name}`
  const {
    exports,
    bin = {},
    version,
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  for (const [entry, target] of Object.entries(exports)) {
    const path = `${name}${entry.slice(1)}`
    // Definitions are files, and MSW has no entry for browsers in Node.
    if (typeof target === 'string' || entry === './browser') continue
    try {
      await import(path)
    } catch (error) {
      const missing = /Cannot find (?:package|module) '([^']+)'/.exec(error.message)?.[1]
      if (!(missing in peerDependenciesMeta)) throw error
      console.log(`${path} needs ${missing}, which is optional`)
      continue
    }
    if (target.require) require(path)
    console.log(path)
  }
  for (const [command, file] of Object.entries(bin)) {
    const printed = execFileSync(process.execPath, [`${folder}/${file}`, '--version'], {
      encoding: 'utf8',
    }).trim()
    if (printed !== version) throw new Error(`${command} --version printed ${printed}`)
    console.log(`${command} ${printed}`)
  }
}
