import { delimiter } from 'node:path'
import { runDownload } from '../../scripts/runDownload.ts'

/** Variables that `npm run`, scripts/test.ts and Vitest add. */
const addedVariable = /^(npm_|NODE_ENV$|NODE_COMPILE_CACHE$|VITEST)/i

/** Settings of npm that users can have in their environment: where the registry is, how it is reached, and the cache. */
const userSetting = /^npm_config_(cache|cafile|globalconfig|https_proxy|proxy|registry|userconfig)$/i

/** Folders that `npm run` puts first in the PATH. They contain another Node, whose npm would not find the user's global npmrc. */
const addedFolder = /(^|\/)(node_modules\/\.bin|node-gyp-bin)$/

const withoutAddedFolders = (path: string): string[] => path.split(delimiter).filter(folder => !addedFolder.test(folder))

function toUserVariable([name, value = '']: [string, string | undefined]): [string, string][] {
  if (name === 'PATH') return [[name, withoutAddedFolders(value).join(delimiter)]]
  if (userSetting.test(name)) return [[name.toLowerCase(), value]]
  return addedVariable.test(name) ? [] : [[name, value]]
}

/** The environment of a user's shell, without what `npm run` and Vitest add. */
export const userEnv = Object.fromEntries(Object.entries(process.env).flatMap(toUserVariable))

/** Runs npm as a user does, with what it has downloaded before, and returns what it prints. */
export function runNpm(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  // With this level, an error shows the requests that npm has sent.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=http']
  const subject = `what "npm ${args.join(' ')}" needs`
  return runDownload('npm', [...options, ...args], { subject, cwd, env: { ...userEnv, ...env } })
}

const readSetting = async (name: string): Promise<string> => (await runNpm('/', ['config', 'get', name])).trim()

/**
 * Returns the folder in which npm stores what it downloads, and its global npmrc, which can name certificates and a proxy. npm looks for
 * that file beside the Node that runs it, or below the prefix in its arguments, so another Node or prefix needs these variables.
 */
export async function readNpmLocations(): Promise<{ npm_config_cache: string; npm_config_globalconfig: string }> {
  return { npm_config_cache: await readSetting('cache'), npm_config_globalconfig: await readSetting('globalconfig') }
}
