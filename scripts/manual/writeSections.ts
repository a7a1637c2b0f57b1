import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../../test/harness/paths.ts'
import { checksTable } from './sections/checks.ts'
import { commands } from './sections/commands.ts'
import { cookbook } from './sections/cookbook.ts'
import { errorCodes } from './sections/errorCodes.ts'
import { clientLimits, limits } from './sections/limits.ts'
import { options } from './sections/options.ts'
import { providersTable } from './sections/providers.ts'
import { routes } from './sections/routes.ts'
import { settingsTable } from './sections/settings.ts'

const sections: Record<string, () => string> = {
  checks: checksTable,
  commands,
  cookbook,
  errorCodes,
  limits,
  clientLimits,
  options,
  providers: providersTable,
  routes,
  settings: settingsTable,
}

const sectionPattern = /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g

/** Formats Markdown as `biome check` demands it. */
function format(text: string): string {
  const { stdout, status, stderr } = spawnSync(
    join(repositoryDir, 'node_modules/.bin/biome'),
    ['format', '--stdin-file-path=docs/manual/page.md'],
    { cwd: repositoryDir, input: text, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The page cannot be formatted: ${stderr}`)
  return stdout
}

/** Returns a page with its generated sections written again; undefined if it has none. */
export function writeSections(text: string): string | undefined {
  if (!text.match(sectionPattern)) return undefined
  return format(
    text.replace(sectionPattern, (_, start: string, name: string, end: string) => {
      const section = sections[name]
      if (!section) throw new Error(`There is no section ${name}.`)
      return `${start}\n${section()}\n\n${end}`
    }),
  )
}
