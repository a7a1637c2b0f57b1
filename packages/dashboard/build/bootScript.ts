import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** Runs a script before the first paint. It is a separate file because the content security policy forbids inline scripts. */
export function bootScript(path: string): Plugin {
  const name = basename(path)
  let base = '/'
  let isBuild = false
  return {
    name: `coffer:boot-script:${name}`,
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
        return [
          { tag: 'script', attrs: { src: built === undefined ? `${base}@fs${path}` : base + built.fileName }, injectTo: 'head' },
        ]
      },
    },
  }
}
