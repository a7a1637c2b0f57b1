import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildDashboard } from '../packages/server/cli/buildDashboard.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { bundleServer } from './package/bundleServer.ts'

/** The folder of the package that contains everything built. Its subfolders are named like those of `packages`. */
const dist = join(repositoryDir, 'dist')

const { dependencies } = JSON.parse(readFileSync(join(repositoryDir, 'package.json'), 'utf8'))

await buildDashboard()
rmSync(dist, { recursive: true, force: true })
await bundleServer(join(dist, 'server'), Object.keys(dependencies))
cpSync(join(repositoryDir, 'packages/dashboard/dist'), join(dist, 'dashboard/dist'), { recursive: true })
