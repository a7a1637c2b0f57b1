import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const path = fileURLToPath(new URL('../../ui/theme/themeBoot.js', import.meta.url))

/** Loads the remembered theme before the first paint, as a file of its own: the content policy allows no inline script. */
export function themeBoot(): Plugin {
  let base = '/'
  let isBuild = false
  let asset = ''
  return {
    name: 'coffer:theme-boot',
    configResolved(config) {
      base = config.base
      isBuild = config.command === 'build'
    },
    async buildStart() {
      if (isBuild) asset = this.emitFile({ type: 'asset', name: 'themeBoot.js', source: await readFile(path, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(output => output.type === 'asset' && output.names.includes('themeBoot.js'))
        if (isBuild && (asset === '' || built === undefined)) throw new Error('themeBoot.js was not built')
        const src = built === undefined ? `${base}@fs${path}` : base + built.fileName
        return [{ tag: 'script', attrs: { src }, injectTo: 'head' }]
      },
    },
  }
}
