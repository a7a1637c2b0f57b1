import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChromium } from './findChromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'coffer-browsers-'))
afterAll(() => rmSync(folder, { recursive: true }))

function addProgram(name: string, mode = 0o755): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '', { mode })
  return path
}

const chrome = addProgram('a/google-chrome')
const chromium = addProgram('b/chromium')
const PATH = [join(folder, 'a'), join(folder, 'b')].join(delimiter)

test('CHROMIUM_PATH has precedence, and is not replaced if it is not executable', () => {
  expect(findChromium({ CHROMIUM_PATH: chrome, PATH })).toBe(chrome)
  expect(findChromium({ CHROMIUM_PATH: join(folder, 'nothing'), PATH })).toBeUndefined()
})

test('Chromium is preferred to Chrome, in any order of the PATH', () => {
  expect(findChromium({ PATH })).toBe(chromium)
  expect(findChromium({ PATH: join(folder, 'a') })).toBe(chrome)
})

test('the headless shell is preferred to the full browser', () => {
  const shell = addProgram('d/chromium-headless-shell')
  expect(findChromium({ PATH: [PATH, join(folder, 'd')].join(delimiter) })).toBe(shell)
})

test('a file that is not executable is skipped', () => {
  addProgram('c/chromium', 0o644)
  expect(findChromium({ PATH: [join(folder, 'c'), join(folder, 'b')].join(delimiter) })).toBe(chromium)
})
