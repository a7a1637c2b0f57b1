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

test('the named path comes first, and is not replaced when it cannot be run', () => {
  expect(findChromium({ CHROMIUM_PATH: chrome, PATH })).toBe(chrome)
  expect(findChromium({ CHROMIUM_PATH: join(folder, 'nothing'), PATH })).toBeUndefined()
})

test('Chromium is preferred to Chrome wherever on the PATH they are', () => {
  expect(findChromium({ PATH })).toBe(chromium)
  expect(findChromium({ PATH: join(folder, 'a') })).toBe(chrome)
})

test('the shell is preferred to the whole browser', () => {
  const shell = addProgram('d/chromium-headless-shell')
  expect(findChromium({ PATH: [PATH, join(folder, 'd')].join(delimiter) })).toBe(shell)
})

test('a file that cannot be run is passed over', () => {
  addProgram('c/chromium', 0o644)
  expect(findChromium({ PATH: [join(folder, 'c'), join(folder, 'b')].join(delimiter) })).toBe(chromium)
})
