import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = 'v2.10.3'
const programs = ['pebble', 'pebble-challtestsrv']
const folder = join(tmpdir(), `coffer-pebble-${version}`)

/** Builds the programs, which takes Go half a minute. They stay in the temporary folder for later runs. */
function build(): boolean {
  mkdirSync(folder, { recursive: true })
  const modules = programs.map(name => `github.com/letsencrypt/pebble/v2/cmd/${name}@${version}`)
  const { status } = spawnSync('go', ['install', ...modules], { env: { ...process.env, GOBIN: folder }, stdio: 'inherit' })
  return status === 0
}

/** Returns the folder of Pebble, the test server of Let's Encrypt, and its DNS server; undefined if Go is not installed. */
export function pebblePrograms(): string | undefined {
  const isThere = programs.every(name => existsSync(join(folder, name)))
  if (isThere || build()) return folder
  console.warn('The tests of ACME are skipped, because Pebble could not be built. Install Go to run them.')
  return undefined
}
