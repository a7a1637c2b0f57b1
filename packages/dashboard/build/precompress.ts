import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
/** Smaller responses fit into one packet, so compressing them has no benefit. */
const minBytes = 1024

/** Compresses every built text file, so that the server does not have to compress responses. */
export function precompress(): Plugin {
  return {
    name: 'coffer:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir !== undefined) await compressFiles(dir)
    },
  }
}

/** Writes a .br and a .gz file beside every text file of a folder. */
export async function compressFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map(file => compressFile(join(file.parentPath, file.name))))
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minBytes) return
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    deflate(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
