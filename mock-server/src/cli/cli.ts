import { readFileSync } from 'node:fs'
import {
  CommanderError,
  createCommand,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core'
import { ignoreClosedOutput, runService } from '@photofeed/core/node'
import { examples, speak, usageExitCode } from '@photofeed/design/commands'
import { apiKey } from '@photofeed/openapi'
import packageJson from '../../package.json' with { type: 'json' }
import type { ListedScenario } from '../accounts/account.ts'
import { findReplaced } from '../accounts/unique-posts.ts'
import { parseJson, parseServiceUrl } from '../builders/validation.ts'
import { controlPrefix } from '../endpoints.ts'
import type { FaultSetting } from '../faults/fault-settings.ts'
import { dateModes, type MockOptions, readOptions, warningModes } from '../mock-options.ts'
import type { Certificate } from '../transport/certificate.ts'
import { startMockServer } from '../transport/port.ts'

type Faults = ReadonlyMap<string, readonly FaultSetting[]>

function collectFault(text: string, before: Faults): Faults {
  const [scenario = '', fault] = text.split(/=(.*)/s)
  if (!scenario || !fault) {
    throw new InvalidArgumentError('It must be a scenario and a fault, like premium=slow.')
  }
  // Any other text is a name.
  const setting = (parseJson(fault) ?? fault) as FaultSetting
  return new Map([...before, [scenario, [...(before.get(scenario) ?? []), setting]]])
}

/** Returns a parser of an option that is JSON or text, as the mock checks it. */
function parserOf<Name extends 'latency' | 'baseUrl'>(name: Name) {
  return (text: string): NonNullable<MockOptions[Name]> => {
    const value = (parseJson(text) ?? text) as NonNullable<MockOptions[Name]>
    try {
      readOptions({ [name]: value })
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message)
    }
    return value
  }
}

function parserOfNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

const serveCommand = createCommand('photofeed-mock')
  .description(
    'Serves every state, header and error of a photofeed service on a port of this machine.',
  )
  .option(
    '--port <number>',
    'the port to listen on; 0 takes a free one',
    parserOfNumber(0, 65535),
    4500,
  )
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option(
    '--base-url <url>',
    'the address that responses name, for a phone, a proxy or a container',
    parserOf('baseUrl'),
  )
  .option(
    '--https',
    'serve HTTPS, with a certificate that is made for the run, or with your own',
    false,
  )
  .option('--cert <file>', 'a certificate as PEM, for HTTPS')
  .option('--cert-key <file>', 'its private key as PEM')
  .addOption(
    new Option(
      '--fault <scenario=fault...>',
      'a fault by name or as JSON: premium=slow, premium={"status":503,"times":1}; several are in order',
    )
      .default(new Map() as Faults, 'none')
      .argParser(collectFault),
  )
  .option(
    '--remote-control',
    'let every machine that reaches the port change scenarios and read the log',
    false,
  )
  .option('--accounts <file>', 'your own accounts: a JSON file, a module, or a recorded folder')
  .option(
    '--latency <milliseconds>',
    'wait before each response: 200, or two bounds as JSON: {"min": 100, "max": 400}',
    parserOf('latency'),
    0,
  )
  .addOption(
    new Option('--warnings <mode>', 'what happens to warnings about requests')
      .choices(warningModes)
      .default('warn' as const),
  )
  .addOption(
    new Option('--dates <mode>', 'the dates of posts: the same in every run, or relative to now')
      .choices(dateModes)
      .default('fixed' as const),
  )
  .option('--keys', 'print every scenario with its key when ready', false)
  .option('--json', 'print one line of JSON when ready', false)
  .action(async ({ accounts, fault, keys, json, baseUrl, https, cert, certKey, ...options }) => {
    // In other modes, graphql-js checks for copies of itself with each field, which takes time.
    process.env.NODE_ENV ??= 'production'
    const own = accounts === undefined ? {} : await loadAccounts(accounts)
    const server = await startMockServer({
      ...options,
      ...own,
      ...(baseUrl !== undefined && { baseUrl }),
      https: cert !== undefined || certKey !== undefined ? readCertificate(cert, certKey) : https,
      print: printWarning,
    })
    try {
      for (const [scenario, faults] of fault) server.fault(scenario, faults)
    } catch (error) {
      // A listening server would keep the process alive.
      await server.close()
      if (error instanceof UserError) serveCommand.error(`--fault: ${error.message}`)
      throw error
    }
    const { url, scenarios } = server
    if (keys) process.stdout.write(`${scenarioTable(url, scenarios)}\n`)
    const text = welcome(url, scenarios)
    await runService(server, { asJson: json, json: { url, scenarios }, text })
  })

/** Loaded on demand, so that a mock of the scenarios starts faster. */
async function loadAccounts(path: string) {
  const { loadData } = await import('./load-data.ts')
  const data = await loadData(path)
  const { names, replaced } = findReplaced(data.accounts)
  for (const { other, name } of replaced) {
    printWarning(`${other} is not served, because ${name} of ${path} has the same posts.`)
  }
  return { ...data, scenarios: names }
}

function readCertificate(cert: string | undefined, key: string | undefined): Certificate {
  if (cert === undefined || key === undefined) {
    return serveCommand.error('A certificate needs its key: pass --cert and --cert-key.')
  }
  const [certText = '', keyText = ''] = [cert, key].map((path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      throw new UserError(`${path} cannot be read (${Object(error).code}). Check the path.`)
    }
  })
  return { cert: certText, key: keyText }
}

/** Standard output contains only what `--json` and `--keys` print. */
function printWarning(text: string): void {
  process.stderr.write(`${text}\n`)
}

const maximumPosts = 10_000

const recordCommand = createCommand('record')
  .description('save a live feed in a folder that --accounts reads')
  .requiredOption('--url <url>', "the service's address, before /api/v1/me")
  .addOption(
    new Option(
      '--key <key>',
      "the account's API key (set it in the environment: command lines are visible)",
    ).env('PHOTOFEED_KEY'),
  )
  .requiredOption('--out <folder>', 'a new or empty folder to record into')
  .option(
    '--posts <number>',
    `how many posts at most, up to ${maximumPosts}`,
    parserOfNumber(1, maximumPosts),
    500,
  )
  .option('--no-pictures', 'do not download pictures and videos: the mock serves its own')
  .action(async ({ url, key, ...options }) => {
    const address = parseServiceUrl(url)
    // No message quotes what was typed: people paste whole links here, key included.
    if (!address) {
      return recordCommand.error(
        '--url must be an http or https URL without a query, like https://feed.example.',
      )
    }
    if (key === undefined) {
      return recordCommand.error(
        "The account's API key is missing: set PHOTOFEED_KEY, or pass --key.",
      )
    }
    if (!new RegExp(apiKey.pattern).test(key)) {
      return recordCommand.error(
        'The key is not 64 characters of 0-9 and a-f. Copy it again from the dashboard.',
      )
    }
    const { recordFeed } = await import('../record/record-feed.ts')
    process.stdout.write(`${await recordFeed({ url: address, key, ...options })}\n`)
  })

function welcome(url: string, scenarios: readonly ListedScenario[]): string {
  const key = scenarios.find(({ name }) => name === 'premium') ?? scenarios[0]
  return [
    `Pictures  ${url}/`,
    `JSON      ${url}/api/v1/me?api_key=${key?.apiKey}`,
    `States    ${url}${controlPrefix}`,
  ].join('\n')
}

function scenarioTable(url: string, scenarios: readonly ListedScenario[]): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 4)
  return scenarios
    .map(
      ({ name, plan, status, description, apiKey }) =>
        `  ${name.padEnd(width)}  ${plan}, ${status}: ${description}\n${indent}${url}/api/v1/me?api_key=${apiKey}`,
    )
    .join('\n')
}

const program = serveCommand
  .version(packageJson.version)
  .addHelpText(
    'after',
    `${examples(
      ['Serve every state on http://127.0.0.1:4500', 'photofeed-mock'],
      ['Let the first request of an account fail', 'photofeed-mock --fault premium=fails-twice'],
      ['Serve your own accounts', 'photofeed-mock --accounts accounts.json'],
    )}\n\nDocumentation: ${packageJson.homepage}`,
  )
  .addCommand(recordCommand)

speak(program, process)
ignoreClosedOutput()
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExitCode
  // A mistake of the user is printed as one sentence, a bug with its stack trace.
  else if (!(error instanceof UserError)) throw error
  else {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
