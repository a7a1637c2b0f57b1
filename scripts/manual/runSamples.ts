import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cofferPath } from '../../test/harness/coffer.ts'
import { repositoryDir } from '../../test/harness/paths.ts'
import type { CodeBlock } from './readPages.ts'

/** The address of the server in all samples of the manual. */
const documentedOrigin = 'http://127.0.0.1:8090'

/** Where the samples of a page run. */
export interface SampleTarget {
  origin: string
  dataDir: string
  /** Environment variables of the samples. */
  env: Record<string, string>
}

/** Printed after each sample, so that the output can be divided. */
const separator = '--- end of sample ---'

async function run(program: string, args: string[], cwd: string, env: Record<string, string>): Promise<string[]> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  await once(child, 'close')
  const outputs = printed.split(`${separator}\n`)
  if (child.exitCode !== 0) throw new Error(`Sample ${outputs.length} of the page failed: ${errors}\n${outputs.at(-1)}`)
  return outputs.slice(0, -1)
}

/**
 * Runs the shell samples of a page in one shell and returns what each printed. A request that is answered with an error fails.
 * The folder contains the data directory, `bin/coffer`, and the files that samples upload.
 */
export async function runShellSamples(blocks: readonly CodeBlock[], { origin, dataDir, env }: SampleTarget): Promise<string[]> {
  const folder = dirname(dataDir)
  mkdirSync(join(folder, 'bin'))
  symlinkSync(cofferPath, join(folder, 'bin/coffer'))
  symlinkSync(join(repositoryDir, 'test/fixtures/samples/files/photo.jpg'), join(folder, 'photo.jpg'))
  const script = [
    'set -euo pipefail',
    'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
    ...blocks.flatMap(({ code }) => [code.replaceAll(documentedOrigin, origin), 'echo', `echo '${separator}'`]),
  ]
  const path = join(folder, 'samples.sh')
  writeFileSync(path, script.join('\n'))
  return run('bash', [path], folder, env)
}

/**
 * Runs the JavaScript samples of a page in one process and returns what each printed. They share the client `pb`; all other
 * variables belong to their sample.
 */
export async function runJavaScriptSamples(blocks: readonly CodeBlock[], { origin, env }: SampleTarget): Promise<string[]> {
  const samples = blocks.map(({ code }) => {
    const body = code
      .replaceAll(documentedOrigin, origin)
      .replace(/^import PocketBase from 'pocketbase'\n/m, '')
      .replace(/^const pb = /m, 'pb = ')
    return `await (async () => {\n${body}\n})()\nconsole.log('${separator}')`
  })
  const program = [
    "import PocketBase from 'pocketbase'",
    `let pb = new PocketBase('${origin}').autoCancellation(false)`,
    ...samples,
    'process.exit()',
  ]
  const flags = ['--no-warnings', '--experimental-eventsource', '--input-type=module', '-e']
  return run(process.execPath, [...flags, program.join('\n')], repositoryDir, env)
}
