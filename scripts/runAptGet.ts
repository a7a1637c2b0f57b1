import { spawnSync } from 'node:child_process'

/** Whether this process may install packages: as root, on Debian and its relatives. */
export function canRunAptGet(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Runs shell commands that call apt-get, without questions. */
export function runAptGet(commands: string): void {
  spawnSync('sh', ['-c', commands], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
