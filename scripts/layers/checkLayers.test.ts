import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { checkLayers } from './checkLayers.ts'
import { packages } from './layers.ts'

const scratch = mkdtempSync(join(tmpdir(), 'coffer-layers-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** Checks a package of these modules in which `top` is above `left` and `right`, which are above `base`. */
function check(
  modules: Record<string, string>,
  minModules = 4,
  internal: string[] = [],
  restricted: Record<string, string[]> = {},
): string[] {
  const folder = mkdtempSync(join(scratch, 'package-'))
  const empty = { 'top/top.ts': '', 'left/left.ts': '', 'right/right.ts': '', 'base/base.ts': '' }
  for (const [path, text] of Object.entries({ ...empty, ...modules })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return checkLayers(folder, { rows: [['top'], ['left', 'right'], ['base']], internal, restricted, minModules }).problems
}

describe('the layers of a package', () => {
  test('imports from lower rows and within a folder are allowed', () => {
    expect(
      check({ 'top/top.ts': "import '../left/left.ts'\nimport './other.ts'", 'top/other.ts': "import '../base/base.ts'" }),
    ).toEqual([])
  })

  test.each([
    ["import { top } from '../top/top.ts'", 'a value'],
    ["import type { Top } from '../top/top.ts'", 'a type'],
    ["import { type Top } from '../top/top.ts'", 'an inline type'],
    ["export type { Top } from '../top/top.ts'", 'a re-exported type'],
    ["export * from '../top/top.ts'", 'a re-exported module'],
    ["export type Top = import('../top/top.ts').Top", 'an import type'],
    ["export const load = () => import('../top/top.ts')", 'a dynamic import'],
  ])('%s, which imports %s from a higher row, is rejected', text => {
    expect(check({ 'base/base.ts': text })).toEqual(['base/base.ts → top/top.ts'])
  })

  test('an import from another folder of the same row is rejected', () => {
    expect(check({ 'left/left.ts': "import type { Right } from '../right/right.ts'" })).toEqual(['left/left.ts → right/right.ts'])
  })

  test('modules that import each other are rejected, also through types', () => {
    const modules = {
      'base/a.ts': "import './b.ts'",
      'base/b.ts': "import './c.ts'",
      'base/c.ts': "import type { A } from './a.ts'",
    }
    expect(check(modules)).toEqual(['base/a.ts ↔ base/b.ts ↔ base/c.ts'])
  })

  test('a folder without a row and a row without a folder are rejected', () => {
    expect(check({ 'new/new.ts': '' })).toEqual(['new is in no row'])
    expect(checkLayers(scratch, { rows: [['gone']], minModules: 0 }).problems).toContain(
      'gone is in a row, but not in the package',
    )
  })

  test('imports of an internal module from outside its folder are rejected, and so is an internal module that does not exist', () => {
    const modules = {
      'base/sub/inner.ts': '',
      'base/sub/user.ts': "import './inner.ts'",
      'top/top.ts': "import '../base/sub/inner.ts'",
    }
    expect(check(modules, 4, ['base/sub/inner.ts', 'base/gone.ts'])).toEqual([
      'base/gone.ts is internal, but not in the package',
      'top/top.ts → base/sub/inner.ts, which is internal to its folder',
    ])
  })

  test('imports of a restricted folder by a module that is not listed are rejected, and so is a listed module without one', () => {
    const restricted = { 'base/sub': ['left/left.ts', 'right/right.ts'] }
    const modules = {
      'base/sub/inner.ts': "import './other.ts'",
      'base/sub/other.ts': '',
      'left/left.ts': "import '../base/sub/inner.ts'",
      'top/top.ts': "import type { Inner } from '../base/sub/inner.ts'",
    }
    expect(check(modules, 4, [], restricted)).toEqual([
      'top/top.ts → base/sub, which is restricted',
      'right/right.ts may import base/sub, but does not',
    ])
  })

  test('imports of a restricted module are allowed in the listed folders, and rejected in others', () => {
    const restricted = { 'base/base.ts': ['left', 'right'] }
    const modules = { 'left/sub/user.ts': "import '../../base/base.ts'", 'top/top.ts': "import '../base/base.ts'" }
    expect(check(modules, 4, [], restricted)).toEqual([
      'top/top.ts → base/base.ts, which is restricted',
      'right may import base/base.ts, but does not',
    ])
  })

  test('fewer modules than the minimum are rejected', () => {
    expect(check({}, 5)).toEqual(['only 4 modules were read, of at least 5'])
  })
})

test('an upward `import type` planted in the server is reported as the only violation', () => {
  const [server] = packages
  if (!server) throw new Error('The server has no layers')
  const folder = join(scratch, 'server')
  cpSync(join(repositoryDir, server.package), folder, { recursive: true, filter: path => !path.includes('node_modules') })
  writeFileSync(join(folder, 'errors/planted.ts'), "import type { Listening } from '../site/createServer.ts'\n")
  expect(checkLayers(folder, server).problems).toEqual(['errors/planted.ts → site/createServer.ts'])
})

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(join(repositoryDir, 'ARCHITECTURE.md'), 'utf8')

  test.each([
    ['Server', packages[0]],
    ['Dashboard', packages[1]],
  ])('%s: lists the layers in the same order as layers.ts', (title, layers) => {
    const [, block = ''] = new RegExp(`\\n${title}:\\n\\n\`\`\`\\n(.*?)\`\`\``, 's').exec(text) ?? []
    // Each row starts with its names, separated from their purpose by at least two spaces; indented lines continue a row.
    const listed = block.split('\n').flatMap(line => (/^\w/.test(line) ? [line.split('  ', 1).join('').split(' ')] : []))
    expect(listed).toEqual(layers?.rows)
  })

  test('ARCHITECTURE.md has at most 120 lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })
})
