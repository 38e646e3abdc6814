#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

// Only what old versions of Node can parse and load, so that they print this sentence instead of a stack trace.
const { name, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)))
const numbers = (version) => version.match(/\d+/g).map(Number)
const [major, minor] = numbers(process.versions.node)
const [neededMajor, neededMinor] = numbers(engines.node)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `${name} needs Node ${neededMajor}.${neededMinor} or later. This is Node ${process.versions.node}. Install a newer version from https://nodejs.org.`,
  )
  // The code of an error that says nothing about the deployment, as in the table of exit codes.
  process.exitCode = 2
} else {
  // Each body is read once. A growing space for young objects would only keep them longer: seven keys take 190 MB, not 320.
  setFlagsFromString('--semi-space-growth-factor=1')
  await import('../dist/cli.js')
}
