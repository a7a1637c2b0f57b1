import { join } from 'node:path'

/** An entry of `packages` in package-lock.json. */
export interface LockEntry {
  version?: string
  /** Where the package comes from: an address, or the folder of a linked workspace. */
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Packages that require each other in exactly the same version. */
const isReleasedTogether = (name: string): boolean => name.startsWith('@tiptap/') || name.startsWith('@coffer/')

/** The platform packages of Node. Only one version of Node is tested. */
const isNode = (name: string): boolean => /^node-(bin-)?(linux|darwin)-/.test(name)

/** Each pre-release of VitePress 2 can change what a site's configuration means. */
const isPrerelease = (name: string, range: string): boolean => name === 'vitepress' && range.includes('-')

const isWorkspace = (path: string): boolean => !path.includes('node_modules/')

/** Returns the folders, each with a final slash, in which Node looks for the dependencies of a package. */
function lookupFolders(path: string): string[] {
  const parents = path.split('/').map((_, depth, names) => `${names.slice(0, depth + 1).join('/')}/`)
  return ['', ...parents]
}

/** Returns the exact versions in the manifest of a workspace that have no known reason. */
const findPins = (path: string, { dependencies, devDependencies, optionalDependencies }: LockEntry): string[] =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([name, range]) => /^\d/.test(range) && !isReleasedTogether(name) && !isNode(name) && !isPrerelease(name, range))
    .map(
      ([name, range]) =>
        `${join(path, 'package.json')} pins ${name} to ${range}: use a range, or state the reason in findLockProblems.ts`,
    )

/** Returns what prevents a package from being installed as it was checked, from any registry. */
function findSourceProblems(path: string, { integrity, resolved }: LockEntry): string[] {
  const problems: string[] = []
  if (!integrity) problems.push(`${path} has no hash: delete package-lock.json and all node_modules, then run npm install`)
  if (resolved) problems.push(`${path} names an address: ${resolved}`)
  return problems
}

/**
 * Returns what makes a lock file incomplete or dependent on one registry, install scripts that may run, and exact versions without a
 * reason.
 * @param entries `packages` of the lock file, by path
 * @param allowScripts whether the install script of a package may run, by name
 */
export function findLockProblems(entries: Record<string, LockEntry>, allowScripts: Record<string, boolean>): string[] {
  const mayRunScript = (path: string, { hasInstallScript }: LockEntry): boolean =>
    Boolean(hasInstallScript) && allowScripts[path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] !== false

  // npm silently leaves out optional dependencies that the registry does not have.
  const findMissing = (path: string, { optionalDependencies = {} }: LockEntry): string[] =>
    Object.keys(optionalDependencies)
      .filter(name => !lookupFolders(path).some(folder => entries[`${folder}node_modules/${name}`]))
      .map(name => `${path} lacks its optional dependency ${name}: does the registry have it?`)

  return Object.entries(entries).flatMap(([path, entry]) => [
    ...(entry.link ? [] : isWorkspace(path) ? findPins(path, entry) : findSourceProblems(path, entry)),
    ...(mayRunScript(path, entry) ? [`${path} has an install script: if it works without, set allowScripts to false`] : []),
    ...findMissing(path, entry),
  ])
}
