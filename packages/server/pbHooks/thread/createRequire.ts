import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { format } from 'node:util'
import { Script } from 'node:vm'
import { messageOf } from '../../errors/inspectError.ts'
import { GoError } from './errors.ts'

/** Parses a module of the context, with its path in the error. */
const parseJson = `(text, path) => {
  try { return JSON.parse(text) } catch (error) { error.stack = path + '\\n' + error.stack; throw error }
}`

interface Module {
  exports: unknown
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/** Returns the main file that a package names. */
function mainOf(described: string): string | undefined {
  try {
    return JSON.parse(readSource(described)).main
  } catch (error) {
    throw new GoError(`${described} cannot be read: ${messageOf(error)}`)
  }
}

/** Returns the file of a module by its path; undefined if there is none. */
export function fileOf(path: string): string | undefined {
  const direct = [path, `${path}.js`, `${path}.json`].find(isFile)
  if (direct) return direct
  const described = join(path, 'package.json')
  const main = isFile(described) ? mainOf(described) : undefined
  return [main && join(path, main), main && join(path, `${main}.js`), join(path, 'index.js')].find(file => file && isFile(file))
}

function inNodeModules(name: string, folder: string): string | undefined {
  const found = fileOf(join(folder, 'node_modules', name))
  const parent = dirname(folder)
  return found ?? (parent === folder ? undefined : inNodeModules(name, parent))
}

/**
 * Returns the function `require` of a context: CommonJS modules and JSON files by path or from `node_modules`. Of Node's modules,
 * only `util`, `console` and `process` are offered. A module runs once in each context.
 * @param folder the folder to which paths are relative
 */
export function createRequire(
  globals: globalThis.Record<string, unknown>,
  folder: string,
  modules = new Map<string, Module>(),
): (name: string) => unknown {
  const evaluate = (source: string, filename: string) => new Script(source, { filename }).runInContext(globals as never)
  return name => {
    const builtIn = String(name).replace(/^node:/, '')
    if (builtIn === 'util') return { format }
    if (builtIn === 'console' || builtIn === 'process') return globals[builtIn]
    const isPath = isAbsolute(name) || name.startsWith('.')
    const found = isPath ? fileOf(resolve(folder, name)) : inNodeModules(name, folder)
    if (found === undefined) throw new GoError('Invalid module', undefined, `There is no module "${name}".`)
    const known = modules.get(found)
    if (known) return known.exports
    const source = readSource(found)
    if (found.endsWith('.json')) return evaluate(parseJson, found)(source, found)
    const loaded: Module = evaluate('({ exports: {} })', found)
    modules.set(found, loaded)
    const run = evaluate(`(function (module, exports, require) {${source}\n})`, found)
    run.call(loaded.exports, loaded, loaded.exports, createRequire(globals, dirname(found), modules))
    return loaded.exports
  }
}

/** Maximum size of a file, far above any bundle. */
const maxMegabytes = 16

/** @throws GoError if the path is no file, or if the file is too large */
export function readSource(path: string): string {
  const stat = statSync(path)
  // A link can lead to a device that never ends.
  if (!stat.isFile()) throw new GoError('It is no file.')
  if (stat.size > maxMegabytes * 1024 ** 2) throw new GoError(`It is larger than ${maxMegabytes} MB.`)
  return readFileSync(path, 'utf8')
}
