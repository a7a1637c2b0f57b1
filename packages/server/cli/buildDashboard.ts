import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../..', import.meta.url))
const dashboard = join(packages, 'dashboard')
/** The files and folders that the dashboard is built from. */
const sources = ['dashboard', 'ui', 'fields', 'schema', '../docs/guide', '../CHANGELOG.md', '../package-lock.json'].map(name =>
  join(packages, name),
)
const notSources = new Set(['dist', 'node_modules'])

const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Returns when a file, or the newest source in a folder, was modified. */
const lastModified = (path: string, isFolder = statSync(path).isDirectory()): number => {
  if (!isFolder) return modifiedAt(path)
  const entries = readdirSync(path, { withFileTypes: true }).filter(
    ({ name }) => !notSources.has(name) && !name.endsWith('.test.ts'),
  )
  return Math.max(0, ...entries.map(entry => lastModified(join(path, entry.name), entry.isDirectory())))
}

/** Returns the reason why the dashboard must be built; undefined if the build is current. */
const reasonToBuild = (): string | undefined => {
  const builtAt = modifiedAt(join(dashboard, 'dist/index.html'))
  if (builtAt === 0) return 'it has not been built yet'
  return Math.max(...sources.map(source => lastModified(source))) > builtAt ? 'its sources have changed' : undefined
}

/** @throws Error if the build tool is not installed */
const viteProgram = (): string => {
  try {
    const vite = createRequire(join(dashboard, 'package.json')).resolve('vite/package.json')
    return join(dirname(vite), 'bin/vite.js')
  } catch (error) {
    throw new Error('The dashboard cannot be built: its build tool is not installed. Run "npm ci" first.', { cause: error })
  }
}

/**
 * Builds the dashboard if it is missing or older than its sources, and prints the reason.
 * @throws Error if the build fails
 */
export const buildDashboard = async (): Promise<void> => {
  const reason = reasonToBuild()
  if (reason === undefined) return
  console.log(`Building the dashboard: ${reason}. This takes a few seconds.`)
  const build = spawn(process.execPath, [viteProgram(), 'build', '--logLevel', 'warn'], { cwd: dashboard, stdio: 'inherit' })
  const [status] = await once(build, 'exit')
  if (status !== 0) throw new Error('The dashboard could not be built; see the messages above.')
}
