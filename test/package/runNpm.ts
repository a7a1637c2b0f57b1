import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const isAdded = (name: string): boolean => /^(npm_|NODE_|VITEST)/i.test(name) && name !== 'NODE_EXTRA_CA_CERTS'

/** The environment of a user's shell, without what `npm run` and Vitest add. */
export const userEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isAdded(name)))

/** Runs npm as a user does, with what it has downloaded before, and returns what it prints. */
export async function runNpm(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd, env: { ...userEnv, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)('npm', ['--prefer-offline', '--no-audit', '--no-fund', ...args], options)).stdout
}

/** Returns the folder in which npm stores what it downloads. */
export async function npmCache(): Promise<string> {
  return (await runNpm('/', ['config', 'get', 'cache'])).trim()
}
