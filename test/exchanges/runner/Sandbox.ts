import { Agent } from 'node:http'
import { copyDataDir, type SampleCopy, sampleDir, sendMailTo } from '../../harness/copySample.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import type { WireRequest } from './buildRequest.ts'
import type { Reply, Scenario } from './Exchange.ts'
import type { Topic } from './readTopics.ts'
import { sendRequest } from './sendRequest.ts'

/** A server on its own copy of a sample, with an SMTP server if the scenario needs one. */
export class Sandbox {
  readonly #topic: Topic
  readonly #copy: SampleCopy
  readonly #agent = new Agent({ keepAlive: true })
  #server: RunningServer
  readonly sink: MailSink | undefined

  private constructor(topic: Topic, copy: SampleCopy, server: RunningServer, sink: MailSink | undefined) {
    this.#topic = topic
    this.#copy = copy
    this.#server = server
    this.sink = sink
  }

  /**
   * Opens the server that the scenarios of a topic share, or the one of a single scenario.
   * @param source the data directory to copy; the topic's sample by default
   */
  static async open(topic: Topic, scenario?: Scenario, source = sampleDir(topic.sample)): Promise<Sandbox> {
    const sink = scenario?.mail === true ? await openMailSink() : undefined
    const mail = sink === undefined ? [] : [sendMailTo(sink.port)]
    const passwords = topic.sample === 'magazine' || topic.sample === 'later' ? [fastPasswords] : []
    try {
      const copy = await copyDataDir(
        source,
        [...passwords, ...(topic.prepare ?? []), ...(scenario?.prepare ?? []), ...mail],
        topic.database,
      )
      try {
        // The database of a topic is a kind; the server finds its address by the data directory.
        return new Sandbox(topic, copy, await startServer({ ...topic, dataDir: copy.dataDir, database: undefined }), sink)
      } catch (error) {
        await copy.remove()
        throw error
      }
    } catch (error) {
      await sink?.close()
      throw error
    }
  }

  get dataDir(): string {
    return this.#copy.dataDir
  }

  get port(): number {
    return this.#server.port
  }

  send(request: WireRequest): Promise<Reply> {
    return sendRequest(this.port, this.#agent, request)
  }

  /** Restarts the server on the same copy and port. */
  async restart(): Promise<void> {
    const port = this.port
    this.#agent.destroy()
    await this.#server.stop()
    this.#server = await startServer({ ...this.#topic, dataDir: this.dataDir, database: undefined, port })
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    await this.#server.stop()
    await this.sink?.close()
    await this.#copy.remove()
  }
}
