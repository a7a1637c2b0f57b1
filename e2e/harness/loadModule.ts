import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import type * as Vite from 'vite'
import { repositoryDir } from '../../test/harness/paths.ts'

/** Bundles a module and adds its exports to the page as a global object. */
export async function loadModule(page: Page, path: string, name: string): Promise<void> {
  // Vite is a dependency of the dashboard's package, not of the root.
  const vitePath = createRequire(join(repositoryDir, 'packages/dashboard/package.json')).resolve('vite')
  const vite: typeof Vite = await import(pathToFileURL(vitePath).href)
  const result = await vite.build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry: join(repositoryDir, path), formats: ['iife'], name } },
  })
  const outputs = [result].flat().flatMap(bundle => ('output' in bundle ? bundle.output : []))
  const chunk = outputs.find(output => output.type === 'chunk')
  if (chunk === undefined) throw new Error(`${path} could not be bundled.`)
  await page.addScriptTag({ content: chunk.code })
}
