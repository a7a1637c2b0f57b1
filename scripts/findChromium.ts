import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Names of executables. The headless shell comes first: it has the same engine, but renders much faster, which takes most of a
 * journey's time.
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const commonPaths = [
  ...names.map(name => `/usr/bin/${name}`),
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds a Chromium on this machine: CHROMIUM_PATH, then the PATH, then the usual folders; undefined if there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return [...names.flatMap(name => folders.map(folder => join(folder, name))), ...commonPaths].find(isExecutable)
}
