import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { findLockProblems, type LockEntry } from './findLockProblems.ts'

const read = (name: string) => JSON.parse(readFileSync(join(repositoryDir, name), 'utf8'))

const { packages } = read('package-lock.json')
const { allowScripts } = read('package.json')

/** Returns the problems of the repository's lock file with additional or changed entries. */
const problemsWith = (entries: Record<string, LockEntry>): string[] => findLockProblems({ ...packages, ...entries }, allowScripts)

const integrity = 'sha512-z90GZhwm3HiF9je+qKa0PBw1Ysw31iyTUvkTgzIf'

describe('the check of the lock file', () => {
  test('an entry without a hash is reported', () => {
    expect(problemsWith({ 'node_modules/planted': { version: '1.0.0' } })).toEqual([
      expect.stringContaining('node_modules/planted has no hash'),
    ])
  })

  test('a nested entry without a hash is reported', () => {
    expect(problemsWith({ 'packages/server/node_modules/planted': { version: '1.0.0' } })).toEqual([
      expect.stringContaining('packages/server/node_modules/planted has no hash'),
    ])
  })

  test('an entry with the address of a registry is reported', () => {
    const resolved = 'https://registry.example/planted/-/planted-1.0.0.tgz'
    expect(problemsWith({ 'node_modules/planted': { integrity, resolved } })).toEqual([
      `node_modules/planted names an address: ${resolved}`,
    ])
  })

  test('an entry with an install script is reported, unless the manifest forbids the script', () => {
    expect(problemsWith({ 'node_modules/inner/node_modules/@planted/all': { integrity, hasInstallScript: true } })).toEqual([
      expect.stringContaining('node_modules/inner/node_modules/@planted/all has an install script'),
    ])
  })

  test('a missing optional dependency is reported, unless an outer folder contains it', () => {
    const optionalDependencies = { '@planted/linux-x64': '1.0.0' }
    const entries = { 'node_modules/@planted/all/node_modules/inner': { integrity, optionalDependencies } }
    expect(problemsWith(entries)).toEqual([expect.stringContaining('lacks its optional dependency @planted/linux-x64')])
    expect(problemsWith({ ...entries, 'node_modules/@planted/linux-x64': { integrity } })).toEqual([])
    expect(problemsWith({ ...entries, 'node_modules/@planted/all/node_modules/@planted/linux-x64': { integrity } })).toEqual([])
  })

  test('an exact version in a manifest is reported', () => {
    expect(problemsWith({ 'packages/schema': { dependencies: { planted: '1.0.0' } } })).toEqual([
      expect.stringContaining('packages/schema/package.json pins planted to 1.0.0'),
    ])
  })
})
