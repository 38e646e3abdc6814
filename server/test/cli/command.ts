import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/photofeed-server.js', import.meta.url))

export interface Finished {
  code: number
  stdout: string
  stderr: string
}

/** Runs the built command to its end. */
export function command(...args: string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
