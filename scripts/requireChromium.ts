import { findChromium } from './findChromium.ts'
import { canRunAptGet, runAptGet } from './runAptGet.ts'

/** Packages to install. Older systems have no package for the headless shell. */
const install = 'apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }'

/** Returns the path of a Chromium, and installs one where possible; otherwise exits with the command to run. */
export function requireChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.env.CHROMIUM_PATH) {
    console.error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which cannot be run.`)
    process.exit(1)
  }
  if (canRunAptGet()) {
    console.log(`Chromium is missing, installing it: ${install}`)
    runAptGet(install)
  }
  const installed = findChromium()
  if (installed !== undefined) return installed
  console.error('The browser tests need Chromium. Install it and run the tests again:')
  console.error(`sudo sh -c '${install}'`)
  console.error('or set CHROMIUM_PATH to where it is.')
  process.exit(1)
}
