import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { type Context, runInContext } from 'node:vm'

const endings = ['', '.js', '.json', '/index.js']

/**
 * Returns the function `require` of a script, which loads CommonJS modules and JSON files by path. Modules of Node are not offered.
 * @param importer the path of the script
 */
export function createRequire(context: Context, importer: string, modules = new Map<string, { exports: unknown }>()) {
  return (path: string): unknown => {
    const isPath = isAbsolute(path) || path.startsWith('.')
    const base = resolve(dirname(importer), path)
    const found = isPath
      ? endings.map(ending => base + ending).find(file => /\.js(?:on)?$/.test(file) && existsSync(file))
      : undefined
    if (found === undefined) throw new Error(`There is no module ${path}. Scripts can load .js and .json files by their path.`)
    const known = modules.get(found)
    if (known) return known.exports
    const source = readFileSync(found, 'utf8')
    if (found.endsWith('.json')) return runInContext('JSON.parse', context)(source)
    const loaded: { exports: unknown } = { exports: runInContext('({})', context) }
    modules.set(found, loaded)
    const run = runInContext(`(function (module, exports, require) {${source}\n})`, context, { filename: found })
    run(loaded, loaded.exports, createRequire(context, found, modules))
    return loaded.exports
  }
}
