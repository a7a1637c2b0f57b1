import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { entriesFile } from '../test/harness/bundledThreads.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { bundleServer } from './package/bundleServer.ts'

const bundles = join(repositoryDir, 'node_modules/.cache/coffer-bundles')

/** Milliseconds after which no run uses a bundle of earlier sources. */
const maxAgeMs = 24 * 3_600_000

const sources = [
  'packages/{server,fields,schema}/**/*.{ts,json,sql}',
  'bin/coffer',
  'package-lock.json',
  'scripts/package/*.ts',
  'scripts/bundleForTests.ts',
  'test/harness/bundledThreads.ts',
]

/** Returns a text that changes with the sources. */
function versionOfSources(): string {
  const files = globSync(sources, { cwd: repositoryDir, exclude: path => /(^|\/)node_modules$|\.test\.ts$/.test(path) })
  const newest = files.map(path => statSync(join(repositoryDir, path)).mtimeMs).reduce((one, other) => Math.max(one, other))
  return `${Math.floor(newest)}-${files.length}`
}

/** Writes a bundle to a folder, which then looks like the package that `npm pack` creates. */
async function writeBundle(home: string): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync(join(repositoryDir, 'package.json'), 'utf8'))
  const entries = await bundleServer(join(home, 'dist/server'), Object.keys(dependencies))
  writeFileSync(join(home, entriesFile), JSON.stringify(entries))
  mkdirSync(join(home, 'dist/dashboard'))
  symlinkSync(join(repositoryDir, 'packages/dashboard/dist'), join(home, 'dist/dashboard/dist'))
  symlinkSync(join(repositoryDir, 'node_modules'), join(home, 'node_modules'))
  cpSync(join(repositoryDir, 'bin'), join(home, 'bin'), { recursive: true })
  cpSync(join(repositoryDir, 'package.json'), join(home, 'package.json'))
}

/**
 * Bundles the server for a run that starts it hundreds of times, because a bundle starts in a quarter of the processor time. Does
 * nothing if there is a bundle of the same sources. Another run may still start servers from the bundle of earlier ones.
 * @returns the path of `bin/coffer` beside the bundle
 */
export async function bundleForTests(): Promise<string> {
  const home = join(bundles, versionOfSources())
  const program = join(home, 'bin/coffer')
  if (existsSync(home)) return program
  const unfinished = `${home}-${process.pid}`
  await writeBundle(unfinished)
  if (existsSync(home)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, home)
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name)
    if (statSync(path).mtimeMs < Date.now() - maxAgeMs) rmSync(path, { recursive: true, force: true })
  }
  return program
}
