import { spawnSync } from 'node:child_process'

/** Whether a program is installed. */
export const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
