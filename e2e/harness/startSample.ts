import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copySample, type Preparation, type SampleCopy, type SampleName } from '../../test/harness/copySample.ts'
import { scratchDir } from '../../test/harness/scratchDir.ts'
import { type ServerSetup, startServer } from '../../test/harness/startServer.ts'

export interface SampleSetup {
  /** Name of the sample; `empty` is an empty folder. */
  sample?: SampleName | 'empty'
  /** SQL to run on the copy before the server starts. */
  prepare?: Preparation[]
  /** `pool` handles requests in threads, as in production, but starts a little slower. */
  threads?: 'inline' | 'pool'
  /** Arguments of the server as the command line takes them. */
  args?: string[]
  /** Files of hooks by their paths below the folder `hooks`. Calls after changes have one attempt. */
  hooks?: Record<string, string>
  /** Milliseconds in which the files of hooks must be loaded. */
  loadMs?: number
  /** The file of `pb_hooks`, and files of migrations by their paths beside the data directory. */
  scripts?: { source: string; migrations?: Record<string, string> }
}

export interface SampleServer {
  /** Origin, for example http://127.0.0.1:40123. */
  origin: string
  dataDir: string
  /** Lets a browser create the first admin from any address. */
  setupCode: string | undefined
  /** Stops the server and removes the copy. */
  stop: () => Promise<void>
}

async function emptyFolder(): Promise<SampleCopy> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  return { dataDir: join(folder, 'pb_data'), remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Waits until a thread serves requests. On a busy machine it starts so slowly that the first requests time out with a 503. */
export async function waitForReader(origin: string): Promise<void> {
  while ((await fetch(`${origin}/api/collections`)).status === 503);
}

/** Writes files of `pb_hooks` and of migrations beside a data directory. Returns the options of the server. */
async function writeScripts(
  dataDir: string,
  { source, migrations = {} }: NonNullable<SampleSetup['scripts']>,
): Promise<NonNullable<ServerSetup['hooks']>> {
  const folder = join(dataDir, '../pb_hooks')
  for (const [name, content] of Object.entries({ 'pb_hooks/main.pb.js': source, ...migrations })) {
    await mkdir(dirname(join(dataDir, '..', name)), { recursive: true })
    await writeFile(join(dataDir, '..', name), content)
  }
  return { pbHooks: { folder, pool: 2, isWatched: true } }
}

/** Writes files of hooks beside a data directory. Returns the options of the server. */
async function writeHooks(
  dataDir: string,
  files: Record<string, string>,
  loadMs: number | undefined,
): Promise<NonNullable<ServerSetup['hooks']>> {
  const hooksDir = join(dataDir, '..', 'hooks')
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(hooksDir, name)), { recursive: true })
    await writeFile(join(hooksDir, name), content)
  }
  return { hooksDir, code: { retryDelaysMs: [], ...(loadMs !== undefined && { loadMs }) } }
}

/** Starts a server on a fresh copy of a sample; the caller stops it. */
export async function startSample(setup: SampleSetup = {}): Promise<SampleServer> {
  const { sample = 'magazine', prepare = [], threads = 'inline', args = [], hooks, loadMs, scripts } = setup
  const copy = sample === 'empty' ? await emptyFolder() : await copySample(sample, prepare)
  try {
    const code = hooks && { hooks: await writeHooks(copy.dataDir, hooks, loadMs) }
    const pbHooks = scripts && { hooks: { ...code?.hooks, ...(await writeScripts(copy.dataDir, scripts)) } }
    const server = await startServer({ dataDir: copy.dataDir, threads, args, ...code, ...pbHooks })
    const stop = async () => {
      await server.stop()
      await copy.remove()
    }
    const origin = `http://127.0.0.1:${server.port}`
    await waitForReader(origin)
    return { origin, dataDir: copy.dataDir, setupCode: server.setupCode, stop }
  } catch (error) {
    await copy.remove()
    throw error
  }
}
