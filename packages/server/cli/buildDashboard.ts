import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print } from '../runtime/terminal.ts'

// In an installed package, these paths lead to nothing.
const packages = fileURLToPath(new URL('../..', import.meta.url))
const dashboard = join(packages, 'dashboard')
const manual = join(packages, '../docs/manual')
/** The files and folders that the dashboard and the manual are built from. */
const sources = [
  'dashboard',
  'ui',
  'fields',
  'schema',
  '../docs/manual',
  '../deploy',
  '../CHANGELOG.md',
  '../package-lock.json',
].map(name => join(packages, name))
/** The start pages of the dashboard and of the manual, which is built last because Vite empties the folder. */
const built = ['dist/index.html', 'dist/docs/index.html'].map(name => join(dashboard, name))
const notSources = new Set(['dist', 'node_modules'])

const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Returns when a file, or the newest source in a folder, was modified. */
function lastModified(path: string, isFolder = statSync(path).isDirectory()): number {
  if (!isFolder) return modifiedAt(path)
  const entries = readdirSync(path, { withFileTypes: true }).filter(
    ({ name }) => !notSources.has(name) && !name.endsWith('.test.ts'),
  )
  return Math.max(0, ...entries.map(entry => lastModified(join(path, entry.name), entry.isDirectory())))
}

/** Returns the reason why the dashboard must be built; undefined if the build is current, or its sources are not installed. */
function reasonToBuild(): string | undefined {
  if (!existsSync(manual)) return undefined
  const builtAt = Math.min(...built.map(modifiedAt))
  if (builtAt === 0) return 'it has not been built yet'
  return Math.max(...sources.map(source => lastModified(source))) > builtAt ? 'its sources have changed' : undefined
}

/** @throws Error if the build tool is not installed */
function findProgram(tool: string): string {
  try {
    return join(dirname(createRequire(join(dashboard, 'package.json')).resolve(`${tool}/package.json`)), `bin/${tool}.js`)
  } catch (error) {
    throw new Error('The dashboard cannot be built: its build tools are not installed. Run "npm ci" first.', { cause: error })
  }
}

/** @throws Error if the build fails */
async function runBuild(tool: string, folder: string): Promise<void> {
  const options = { cwd: folder, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } } as const
  const [status] = await once(spawn(process.execPath, [findProgram(tool), 'build', '--logLevel', 'warn'], options), 'exit')
  if (status !== 0) throw new Error('The dashboard could not be built; see the messages above.')
}

/**
 * Builds the dashboard and the manual if they are missing or older than their sources, and prints the reason.
 * @throws Error if a build fails
 */
export async function buildDashboard(): Promise<void> {
  const reason = reasonToBuild()
  if (reason === undefined) return
  print`Building the dashboard: ${reason}. This takes a few seconds.`
  await runBuild('vite', dashboard)
  await runBuild('vitepress', manual)
}
