import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The environment of a user's shell, without what `npm run` and Vitest add. */
export const userEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name)))

/** Runs npm as a user does, with what it has downloaded before, and returns what it prints. */
export const runNpm = async (cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const options = { cwd, env: { ...userEnv, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)('npm', ['--prefer-offline', '--no-audit', '--no-fund', ...args], options)).stdout
}

/** Returns the folder in which npm stores what it downloads. */
export const npmCache = async (): Promise<string> => (await runNpm('/', ['config', 'get', 'cache'])).trim()
