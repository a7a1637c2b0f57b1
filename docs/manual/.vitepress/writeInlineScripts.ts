import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Moves the inline scripts of a page to files, because the content policy forbids inline scripts. The scripts still run before the
 * first paint, in the same order.
 * @param htmlPath where the page is written; the scripts are written to `assets`
 */
export async function writeInlineScripts(
  html: string,
  htmlPath: string,
  { siteConfig: { outDir, assetsDir } }: { siteConfig: { outDir: string; assetsDir: string } },
): Promise<string> {
  const scripts: { path: string; code: string }[] = []
  const page = html.replace(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs, (_, code: string) => {
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
    const path = join(outDir, assetsDir, `inline.${hash}.js`)
    scripts.push({ path, code })
    return `<script src="${relative(dirname(htmlPath), path)}"></script>`
  })
  for (const { path, code } of scripts) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, code)
  }
  return page
}
