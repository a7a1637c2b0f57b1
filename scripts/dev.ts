import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Vite from 'vite'
import { repositoryDir } from '../test/harness/paths.ts'

/**
 * Starts the server on port 8090, restarted on each change of its sources, and the dashboard and the manual with live reload on port
 * 5173. Arguments are passed to the server: `npm run dev -- --dir DIR`.
 */

const address = '127.0.0.1:8090'
const watched = ['server', 'schema', 'fields'].map(name => `--watch-path=${join(repositoryDir, 'packages', name)}`)

const server = spawn(
  process.execPath,
  [
    ...watched,
    '--watch-preserve-output',
    'packages/server/cli/main.ts',
    'serve',
    '--dev',
    '--http',
    address,
    ...process.argv.slice(2),
  ],
  { cwd: repositoryDir, stdio: 'inherit' },
)

// Vite is a dependency of the dashboard's package, not of the root.
const dashboard = join(repositoryDir, 'packages/dashboard')
const vitePath = createRequire(join(dashboard, 'package.json')).resolve('vite')
const vite: typeof Vite = await import(pathToFileURL(vitePath).href)

const vitepress = join(repositoryDir, 'node_modules/vitepress/bin/vitepress.js')
const manualOptions = ['--base', '/_/docs/', '--port', '5174', '--strictPort']
const manual = spawn(process.execPath, [vitepress, 'dev', 'docs/manual', ...manualOptions], {
  cwd: repositoryDir,
  stdio: 'inherit',
})

process.env.COFFER_API = `http://${address}`
process.env.COFFER_MANUAL = 'http://localhost:5174'
const pages = await vite.createServer({ configFile: join(dashboard, 'vite.config.ts') })
await pages.listen()
pages.printUrls()

async function stop() {
  server.kill()
  manual.kill()
  await pages.close()
  process.exit()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
server.once('exit', stop)
