// Inspects the files that are named as arguments, all at once, as a server would. Prints what became of them, how many sharp
// decoded at a time, and the peak of the process's memory. In a process of its own, since sharp counts for a whole process.
import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { inspectFile } from '../../src/media/file-inspection.ts'

let most = 0
const watching = setInterval(() => {
  most = Math.max(most, sharp.counters().process)
}, 1)
const results = await Promise.all(
  process.argv
    .slice(2)
    .map(async (path) =>
      inspectFile({ path, bytes: (await stat(path)).size }).catch(({ message }: Error) => message),
    ),
)
clearInterval(watching)
const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
const peakMegabytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
console.log(JSON.stringify({ results, most, peakMegabytes }))
