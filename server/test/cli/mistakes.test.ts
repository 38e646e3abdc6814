import { join } from 'node:path'
import { plans } from '@photofeed/openapi'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { command } from '../support/commands.ts'
import { serveHttp } from '../support/http/serve-http.ts'

const planNames = Object.keys(plans).join(', ')

test.each<[args: string[], sentence: string]>([
  [
    ['start', '--port', 'http'],
    "--port cannot be 'http'. It must be a whole number from 0 to 65535.",
  ],
  [['start', '--prot', '1'], 'Unknown option --prot. Did you mean --port?'],
  [['stort'], "Unknown command 'stort'. Did you mean start?"],
  [['copy'], '--to is missing. Pass it, or set PHOTOFEED_DATABASE.'],
  [
    ['plan', 'mara@harbour.example', 'gold'],
    `Plan cannot be 'gold'. Allowed choices are ${planNames}.`,
  ],
  [['backup'], "Missing required argument 'folder'."],
])('%j is a usage error', async (args, sentence) => {
  const { code, stdout, stderr } = await command(...args)
  expect(stdout).toBe('')
  expect(stderr.split('\n')[0]).toBe(sentence)
  expect(code).toBe(2)
})

test('the variable of a flag is true or false in several words', async () => {
  const variable = 'PHOTOFEED_PRODUCTION'
  onTestFinished(() => void vi.unstubAllEnvs())
  const checked = async (value: string) => {
    vi.stubEnv(variable, value)
    return (await command('doctor', '--check-settings')).stderr
  }
  for (const value of ['true', '1', 'YES', 'on', '', 'false', '0', 'No', 'off']) {
    expect(await checked(value)).toBe('')
  }
})

test('a taken port', async () => {
  const { port } = await serveHttp()
  const data = join(await tempFolder(), 'data')
  expect(await command('start', '--port', String(port), '--data', data)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for a free one.\n`,
  })
})

test('--help and --version', async () => {
  expect(await command('--version')).toEqual({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  })
  const { code, stdout } = await command('start', '--help')
  expect(code).toBe(0)
  expect(stdout).toContain('env: PHOTOFEED_PORT)')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`Documentation: ${packageJson.homepage}`)
})
