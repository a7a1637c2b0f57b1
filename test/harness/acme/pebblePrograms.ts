import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runDownload } from '../../../scripts/runDownload.ts'

const version = 'v2.10.3'
const programs = ['pebble', 'pebble-challtestsrv']
const folder = join(tmpdir(), `coffer-pebble-${version}`)

/** Go needs half a minute to compile the programs, and minutes on a busy machine. */
const maxBuildMs = 900_000

/** Downloads and builds the programs, which stay in the temporary folder for later runs. */
async function build(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const modules = programs.map(name => `github.com/letsencrypt/pebble/v2/cmd/${name}@${version}`)
  const env = { ...process.env, GOBIN: folder }
  await runDownload('go', ['install', ...modules], { subject: `Pebble ${version}`, env, maxMs: maxBuildMs })
}

/** Returns the folder of Pebble, the test server of Let's Encrypt, and its DNS server; undefined if they cannot be built. */
export async function pebblePrograms(): Promise<string | undefined> {
  if (programs.every(name => existsSync(join(folder, name)))) return folder
  try {
    await build()
    return folder
  } catch (error) {
    console.warn('The tests of ACME are skipped, because Pebble could not be built. They need Go.')
    console.warn(error instanceof Error ? error.message : error)
    return undefined
  }
}
