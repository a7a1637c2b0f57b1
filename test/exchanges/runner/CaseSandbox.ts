import { cpSync, mkdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { dirname, join } from 'node:path'
import { directoryOptions, type Ending, type RunningCoffer, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { type SampleCopy, sampleDir } from '../../harness/copySample.ts'
import type { MailSink } from '../../harness/openMailSink.ts'
import { hookCasesDir } from '../../harness/paths.ts'
import { databaseOf } from '../../harness/postgres/testDatabases.ts'
import type { WireRequest } from './buildRequest.ts'
import type { Case } from './caseSteps.ts'
import type { Reply, Scenario } from './Exchange.ts'
import { openOnCopy } from './openOnCopy.ts'
import { isPlayedOnNodes, sendToEither, takeTurns } from './openServers.ts'
import type { Topic } from './readTopics.ts'
import { runInTerminal } from './runInTerminal.ts'
import { sendRequest } from './sendRequest.ts'

const codes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** `bin/coffer` on its own copy of a sample, with the folders of a case beside the data directory, or two nodes that take turns. */
export class CaseSandbox implements Case {
  readonly #topic: Topic & { case: string }
  readonly #copy: SampleCopy
  readonly #agent = new Agent({ keepAlive: true })
  readonly #starts: boolean
  #processes: RunningCoffer[] = []
  /** The ports of the processes, also after a restart. */
  #ports: readonly number[] = []
  #next = () => this.port
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
    return this.#ports[0] ?? 0
  }

  /** What the processes have printed since their first start, without colors. */
  get printed(): string {
    return (this.#printed + this.#processes.map(({ output }) => output()).join('')).replaceAll(codes, '')
  }

  send(request: WireRequest): Promise<Reply> {
    return sendToEither(this.#next, port => sendRequest(port, this.#agent, request))
  }

  async start(): Promise<void> {
    try {
      await this.#startAll()
    } catch (error) {
      await this.stop()
      if (this.#starts) throw error
      this.#printed = String(error)
      return
    }
    if (!this.#starts) {
      await this.stop()
      throw new Error('the server has started, although it must not')
    }
    this.#ports = this.#processes.map(({ port }) => port)
    this.#next = takeTurns(this.#ports)
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    for (const { stdout, stderr } of await Promise.all(this.#processes.map(({ end }) => end('SIGTERM'))))
      this.#printed += stdout + stderr
    this.#processes = []
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

  async #startAll(): Promise<void> {
    const database = databaseOf(this.dataDir)
    if (!isPlayedOnNodes || database === undefined) return this.#startProcess(this.dataDir, [])
    await this.#startProcess(this.dataDir, ['--node', 'one'])
    // Beside the first data directory, so that both nodes have the same folders of hooks and migrations.
    await this.#startProcess(join(this.folder, 'second'), ['--node', 'two', '--database', database])
  }

  async #startProcess(dataDir: string, words: readonly string[]): Promise<void> {
    const { args = [], env = {} } = this.#topic
    const filled = Object.entries(env).map(([name, value]) => [name, value.replaceAll('{{port}}', `${this.port}`)])
    const port = ['--http', `127.0.0.1:${this.#ports[this.#processes.length] ?? 0}`]
    const variables = Object.keys(env).length === 0 ? [] : ['--codeEnv', Object.keys(env).join(',')]
    const options = { cwd: this.folder, env: { ...process.env, ...Object.fromEntries(filled) } }
    this.#processes.push(await startCoffer(dataDir, [...port, ...words, ...variables, ...args], options))
  }
}
