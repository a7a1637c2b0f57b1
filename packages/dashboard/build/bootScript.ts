import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Runs a script before the first paint, as a file of its own: the content policy allows no inline script.
 * @param attributes of its element, from what was built; a script that has any runs in built pages alone
 */
export function bootScript(path: string, attributes?: (bundle: Rolldown.OutputBundle) => Record<string, string>): Plugin {
  const name = basename(path)
  let base = '/'
  let isBuild = false
  return {
    name: `coffer:boot-script:${name}`,
    ...(attributes && { apply: 'build' as const }),
    configResolved(config) {
      base = config.base
      isBuild = config.command === 'build'
    },
    async buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name, source: await readFile(path, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.values(bundle).find(output => output.type === 'asset' && output.names.includes(name))
        if (isBuild && built === undefined) throw new Error(`${name} was not built.`)
        const src = built === undefined ? `${base}@fs${path}` : base + built.fileName
        return [{ tag: 'script', attrs: { src, ...attributes?.(bundle) }, injectTo: 'head' }]
      },
    },
  }
}
