import { Agent } from 'node:http'
import { askApi } from '../../harness/askApi.ts'
import { type SampleCopy, sampleDir } from '../../harness/copySample.ts'
import type { MailSink } from '../../harness/openMailSink.ts'
import type { WireRequest } from './buildRequest.ts'
import type { Dialect, Reply, Scenario } from './Exchange.ts'
import { openOnCopy } from './openOnCopy.ts'
import { openServers, type Servers, sendToEither } from './openServers.ts'
import type { Topic } from './readTopics.ts'
import { sendRequest } from './sendRequest.ts'

/** A server on its own copy of a sample, or two nodes that take turns, with an SMTP server if the scenario needs one. */
export class Sandbox {
  readonly #topic: Topic
  readonly #copy: SampleCopy
  readonly #agent = new Agent({ keepAlive: true })
  #servers: Servers
  readonly sink: MailSink | undefined

  private constructor(topic: Topic, copy: SampleCopy, servers: Servers, sink: MailSink | undefined) {
    this.#topic = topic
    this.#copy = copy
    this.#servers = servers
    this.sink = sink
  }

  /**
   * Opens the server that the scenarios of a topic share, or the one of a single scenario.
   * @param source the data directory to copy
   */
  static async open(topic: Topic, scenario?: Scenario, source = topic.source ?? sampleDir(topic.sample)): Promise<Sandbox> {
    return openOnCopy(topic, scenario, source, async (copy, sink) => {
      const servers = await openServers(topic, copy.dataDir)
      // The recorder waited until the server was ready, which 0.39 logs.
      if (topic.dialect === 'today') await askApi(servers.ports[0], 'GET', '/today/api/health')
      return new Sandbox(topic, copy, servers, sink)
    })
  }

  get dialect(): Dialect {
    return this.#topic.dialect
  }

  get dataDir(): string {
    return this.#copy.dataDir
  }

  get port(): number {
    return this.#servers.ports[0]
  }

  send(request: WireRequest): Promise<Reply> {
    return sendToEither(this.#servers.next, port => sendRequest(port, this.#agent, request))
  }

  /** Restarts the servers on the same copy and ports. */
  async restart(): Promise<void> {
    const { ports } = this.#servers
    this.#agent.destroy()
    await this.#servers.stop()
    this.#servers = await openServers(this.#topic, this.dataDir, ports)
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    await this.#servers.stop()
    await this.sink?.close()
    await this.#copy.remove()
  }
}
