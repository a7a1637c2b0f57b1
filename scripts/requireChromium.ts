import { findChromium } from './findChromium.ts'
import { canRunAptGet, installPackages, updatePackageLists } from './runAptGet.ts'

/** The commands that install Chromium. Older systems have no package for the headless shell. */
const install = 'apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }'

/** Returns the path of a Chromium, and installs one where possible; otherwise exits with the command to run. */
export async function requireChromium(): Promise<string> {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.env.CHROMIUM_PATH) {
    console.error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which cannot be run.`)
    process.exit(1)
  }
  if (canRunAptGet()) {
    console.log(`Chromium is missing, installing it: ${install}`)
    try {
      await updatePackageLists()
      await installPackages(['chromium-headless-shell']).catch(() => installPackages(['chromium']))
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
  const installed = findChromium()
  if (installed !== undefined) return installed
  console.error('The browser tests need Chromium. Install it and run the tests again:')
  console.error(`sudo sh -c '${install}'`)
  console.error('or set CHROMIUM_PATH to where it is.')
  process.exit(1)
}
