import { Console } from 'node:console'
import { registerHooks } from 'node:module'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

// A module in a `data:` URL has no folder, so its packages are those of this file.
registerHooks({
  resolve: (specifier, { parentURL = '', ...context }, next) => {
    const parent = parentURL.startsWith('data:') ? import.meta.url : parentURL
    return next(specifier, { ...context, parentURL: parent })
  },
})

let printed = ''
const write = (chunk, _, done) => {
  printed += chunk
  done()
}
globalThis.console = new Console(new Writable({ write }))

/** Runs the programs of the input one after the other, and prints the lines of each. */
const lines = {}
for (const [name, program] of Object.entries(JSON.parse(await text(process.stdin)))) {
  printed = ''
  await import(`data:text/javascript,${encodeURIComponent(program)}`).catch(console.error)
  lines[name] = printed.trimEnd().split('\n')
}
process.stdout.write(JSON.stringify(lines))
