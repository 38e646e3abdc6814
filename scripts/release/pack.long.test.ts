import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { stopAll } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { packageFolders, readManifest, readText, root } from '../packages.ts'
import { checkPromises } from './promises.ts'
import { readmeStart } from './readme-start.ts'
import { runScript, startServer, waitForPort } from './terminal.ts'

test('`npm run pack` prints a command with which the README can be followed', {
  timeout: 900_000,
}, async () => {
  const clone = { folder: fileURLToPath(root), env: process.env }
  const command = (await runScript('npm run pack', clone)).trimEnd().split('\n').at(-1) ?? ''
  expect(command).toMatch(/^npm install "/)

  const folder = join(await tempFolder(), 'a folder')
  await mkdir(folder)
  // As in a new terminal: without commands of this repository.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !/node_modules/.test(part))
  const PATH = [dirname(process.execPath), ...path].join(delimiter)
  const place = { folder, env: { ...process.env, PATH, npm_config_prefer_offline: 'true' } }
  onTestFinished(stopAll)
  await runScript(command, place)
  for (const name of packageFolders) {
    const { version, bin } = readManifest(name)
    if (bin) expect(await runScript(`npx @photofeed/${name} --version`, place)).toBe(`${version}\n`)
  }

  const { steps, ports } = readmeStart(readText('README.md'))
  expect(steps).toContainEqual({ run: 'npm install @photofeed/sdk' })
  for (const port of ports) await waitForPort(port)
  let output = ''
  for (const step of steps) {
    if ('save' in step) await writeFile(join(folder, step.save), step.text)
    else if (step.run.startsWith('npx ')) await startServer(step.run, place)
    else if (!step.run.startsWith('npm install ')) output = await runScript(step.run, place)
  }
  await checkPromises('.', output, [])
})
