import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

const builtPage = join(repositoryDir, 'packages/dashboard/dist/index.html')

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isFresh(): boolean {
  const sources = globSync(
    [
      'packages/{dashboard,ui,fields,schema}/**/*.{js,ts,tsx,css,html,json,svg}',
      'docs/guide/*.md',
      'CHANGELOG.md',
      'package-lock.json',
    ],
    {
      cwd: repositoryDir,
      exclude: ['**/node_modules', '**/dist', '**/*.test.ts'],
    },
  )
  const built = changedAt(builtPage)
  return sources.every(source => changedAt(join(repositoryDir, source)) < built)
}

/** Builds the dashboard if a source is newer than the build; exits if the build fails. */
export function buildDashboard(): void {
  if (isFresh()) return
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: repositoryDir, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}
