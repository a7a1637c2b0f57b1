import { cpSync, mkdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { dirname, join } from 'node:path'
import { directoryOptions, type Ending, type RunningCoffer, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { type SampleCopy, sampleDir } from '../../harness/copySample.ts'
import type { MailSink } from '../../harness/openMailSink.ts'
import { hookCasesDir } from '../../harness/paths.ts'
import type { WireRequest } from './buildRequest.ts'
import type { Case } from './caseSteps.ts'
import type { Reply, Scenario } from './Exchange.ts'
import { openOnCopy } from './openOnCopy.ts'
import type { Topic } from './readTopics.ts'
import { runInTerminal } from './runInTerminal.ts'
import { sendRequest } from './sendRequest.ts'

const codes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** `bin/coffer` on its own copy of a sample, with the folders of a case beside the data directory. */
export class CaseSandbox implements Case {
  readonly #topic: Topic & { case: string }
  readonly #copy: SampleCopy
  readonly #agent = new Agent({ keepAlive: true })
  readonly #starts: boolean
  #server: RunningCoffer | undefined
  #port = 0
  #printed = ''
  readonly sink: MailSink | undefined
  readonly case = this
  readonly dialect = 'v022'

  private constructor(topic: Topic & { case: string }, copy: SampleCopy, starts: boolean, sink: MailSink | undefined) {
    this.#topic = topic
    this.#copy = copy
    this.#starts = starts
    this.sink = sink
  }

  static async open(topic: Topic & { case: string }, scenario?: Scenario): Promise<CaseSandbox> {
    return openOnCopy(topic, scenario, sampleDir(topic.sample), async (copy, sink) => {
      const sandbox = new CaseSandbox(topic, copy, scenario?.starts ?? true, sink)
      cpSync(join(hookCasesDir, topic.case), sandbox.folder, { recursive: true })
      for (const name of ['pb_hooks', 'pb_migrations']) mkdirSync(join(sandbox.folder, name), { recursive: true })
      await sandbox.start()
      return sandbox
    })
  }

  get dataDir(): string {
    return this.#copy.dataDir
  }

  get folder(): string {
    return dirname(this.dataDir)
  }

  get port(): number {
    return this.#port
  }

  /** What the server has printed since its first start, without colors. */
  get printed(): string {
    return (this.#printed + (this.#server?.output() ?? '')).replaceAll(codes, '')
  }

  send(request: WireRequest): Promise<Reply> {
    return sendRequest(this.port, this.#agent, request)
  }

  async start(): Promise<void> {
    const { args = [], env = {} } = this.#topic
    const filled = Object.entries(env).map(([name, value]) => [name, value.replaceAll('{{port}}', `${this.#port}`)])
    const port = ['--http', `127.0.0.1:${this.#port}`]
    const variables = Object.keys(env).length === 0 ? [] : ['--codeEnv', Object.keys(env).join(',')]
    try {
      this.#server = await startCoffer(this.dataDir, [...port, ...variables, ...args], {
        cwd: this.folder,
        env: { ...process.env, ...Object.fromEntries(filled) },
      })
      this.#port = this.#server.port
    } catch (error) {
      if (this.#starts) throw error
      this.#printed = String(error)
    }
    if (!this.#starts && this.#server) throw new Error('the server has started, although it must not')
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    const { stdout, stderr } = (await this.#server?.end('SIGTERM')) ?? { stdout: '', stderr: '' }
    this.#printed += stdout + stderr
    this.#server = undefined
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async runCommand(args: readonly string[], input: string | undefined): Promise<Ending> {
    const all = [...args, ...directoryOptions(this.dataDir)]
    const options = { cwd: this.folder }
    return input === undefined ? runCoffer(all, options) : runInTerminal(all, input, options)
  }

  async close(): Promise<void> {
    await this.stop()
    await this.sink?.close()
    await this.#copy.remove()
  }
}
