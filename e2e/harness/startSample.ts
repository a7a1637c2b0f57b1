import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copySample, type Preparation, type SampleCopy, type SampleName } from '../../test/harness/copySample.ts'
import { scratchDir } from '../../test/harness/scratchDir.ts'
import { startServer } from '../../test/harness/startServer.ts'

export interface SampleSetup {
  /** Name of the sample; `empty` is an empty folder. */
  sample?: SampleName | 'empty'
  /** SQL to run on the copy before the server starts. */
  prepare?: Preparation[]
  /** `pool` handles requests in threads, as in production, but starts a little slower. */
  threads?: 'inline' | 'pool'
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
async function waitForReader(origin: string): Promise<void> {
  while ((await fetch(`${origin}/api/collections`)).status === 503);
}

/** Starts a server on a fresh copy of a sample; the caller stops it. */
export async function startSample(setup: SampleSetup = {}): Promise<SampleServer> {
  const { sample = 'magazine', prepare = [], threads = 'inline' } = setup
  const copy = sample === 'empty' ? await emptyFolder() : await copySample(sample, prepare)
  try {
    const server = await startServer({ dataDir: copy.dataDir, threads })
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
