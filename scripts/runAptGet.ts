import { spawnSync } from 'node:child_process'
import { runDownload } from './runDownload.ts'

/** Whether this process may install packages: as root, on Debian and its relatives. */
export function canRunAptGet(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/** @throws Error if apt-get fails or exceeds the time limit */
export async function updatePackageLists(): Promise<void> {
  await runDownload('apt-get', ['update'], { subject: 'the lists of packages', env })
}

/**
 * Installs packages without asking questions.
 * @throws Error if apt-get fails or exceeds the time limit
 */
export async function installPackages(names: readonly string[], options: readonly string[] = []): Promise<void> {
  await runDownload('apt-get', ['install', '-y', ...options, ...names], { subject: names.join(', '), env })
}
