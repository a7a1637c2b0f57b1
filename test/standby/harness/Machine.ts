import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readPages } from '../../../scripts/manual/readPages.ts'
import { findFreePort } from '../../harness/findFreePort.ts'
import type { S3Server } from '../../harness/openS3.ts'
import { repositoryDir } from '../../harness/paths.ts'

const deployed = (name: string) => readFileSync(join(repositoryDir, 'deploy/standby', name), 'utf8')

/** The only line of a text that begins with a word. */
function lineOf(text: string, beginning: string): string {
  const lines = text.split('\n').filter(line => line.startsWith(beginning))
  if (lines.length !== 1) throw new Error(`${lines.length} lines begin with "${beginning}".`)
  return lines[0] ?? ''
}

const shellBlocks = readPages()
  .filter(({ name }) => name === 'standby')
  .flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'bash').map(({ code }) => code))

/** Variables of `litestream.env`, with the values of a test. */
function variablesOf(s3: S3Server, bucket: string, path: string): Record<string, string> {
  const settings = s3.settings(bucket)
  const values: Record<string, unknown> = {
    LITESTREAM_ACCESS_KEY_ID: settings.accessKey,
    LITESTREAM_SECRET_ACCESS_KEY: settings.secret,
    STANDBY_ENDPOINT: settings.endpoint,
    STANDBY_REGION: settings.region,
    STANDBY_BUCKET: bucket,
    STANDBY_PATH: path,
  }
  const names = [...deployed('litestream.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '')
  return Object.fromEntries(names.map(name => [name, String(values[name])]))
}

export interface Replication {
  /** Sends a signal and waits for the process to end. */
  end: (signal: NodeJS.Signals) => Promise<void>
  output: () => string
}

/**
 * A machine that follows the manual's page about the standby with the files of `deploy/standby`. Its absolute paths are in a folder of
 * its own.
 */
export class Machine {
  readonly #folder: string
  readonly #s3: S3Server
  readonly #bucket: string
  /** The value of `STANDBY_PATH`. */
  path: string
  #metricsPort = 0

  /** @param folder the folder that stands for `/var/lib/coffer`, with the data directory */
  constructor(folder: string, { s3, bucket, path }: { s3: S3Server; bucket: string; path: string }) {
    this.#folder = folder
    this.#s3 = s3
    this.#bucket = bucket
    this.path = path
  }

  get dataDir(): string {
    return join(this.#folder, 'pb_data')
  }

  /** Stores the configuration at the first call. */
  async #prepare(): Promise<void> {
    if (this.#metricsPort > 0) return
    this.#metricsPort = await findFreePort()
    mkdirSync(this.dataDir, { recursive: true })
    writeFileSync(join(this.#folder, 'litestream.yml'), this.#relocate(deployed('litestream.yml')))
  }

  #relocate(text: string): string {
    return text
      .replaceAll('/usr/local/bin/litestream', process.env.LITESTREAM_PATH ?? '')
      .replaceAll('/etc/litestream.yml', join(this.#folder, 'litestream.yml'))
      .replaceAll('/var/lib/coffer', this.#folder)
      .replaceAll('/var/lib/litestream', join(this.#folder, 'litestream'))
      .replaceAll('127.0.0.1:9090', `127.0.0.1:${this.#metricsPort}`)
  }

  #spawn(command: string) {
    const [program = '', ...args] = this.#relocate(command).split(' ')
    const child = spawn(program, args, { env: variablesOf(this.#s3, this.#bucket, this.path), stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    }
    return { child, output: () => printed, ended: once(child, 'close') }
  }

  /** Starts the service of the unit. Resolves when it has the database open and has copied something. */
  async replicate(): Promise<Replication> {
    await this.#prepare()
    const { child, output, ended } = this.#spawn(lineOf(deployed('litestream.service'), 'ExecStart=').slice('ExecStart='.length))
    const end: Replication['end'] = async signal => {
      child.kill(signal)
      await ended
    }
    onTestFinished(() => end('SIGKILL'))
    await expect.poll(() => this.metrics().catch(() => output())).toMatch(/^litestream_txid\{.*\} [1-9]/m)
    return { end, output }
  }

  /** Runs the only command of the manual's page that begins with some words. */
  async run(beginning: string): Promise<void> {
    await this.#prepare()
    const command = lineOf(shellBlocks.join('\n'), beginning)
    const { child, output, ended } = this.#spawn(command.replace('litestream', '/usr/local/bin/litestream'))
    await ended
    if (child.exitCode !== 0) throw new Error(`"${command}" ended with status ${child.exitCode}: ${output()}`)
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.#metricsPort}/metrics`)).text()
  }
}
