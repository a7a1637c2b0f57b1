import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cofferPath } from '../harness/coffer.ts'
import { repositoryDir } from '../harness/paths.ts'
import { hasProgram } from './hasProgram.ts'

const program = 'systemd-analyze'
const isMissing = !hasProgram(program)
/** From 0 (locked down) to 10. A service without restrictions has 9.6. */
const maxExposure = 1.5

describe.skipIf(isMissing)(`the systemd unit${isMissing ? ` (skipped: ${program} is not installed)` : ''}`, () => {
  const text = readFileSync(join(repositoryDir, 'deploy/coffer.service'), 'utf8')
  let folder: string
  let unit: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'coffer-systemd-'))
    unit = join(folder, 'coffer.service')
    writeFileSync(unit, text.replace('/opt/coffer/bin/coffer', cofferPath))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is valid, and names no unknown setting', () => {
    const { status, stdout, stderr } = spawnSync(program, ['verify', unit], { encoding: 'utf8' })
    expect([status, `${stdout}${stderr}`.split('\n').filter(line => line.includes('coffer.service'))]).toEqual([0, []])
  })

  test('restricts the service as far as Node can run', () => {
    const printed = execFileSync(program, ['security', '--offline=yes', unit], { encoding: 'utf8' })
    expect(Number(/exposure level for coffer\.service: ([\d.]+)/.exec(printed)?.[1])).toBeLessThanOrEqual(maxExposure)
  })

  test('starts the server with options that it knows', () => {
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(text) ?? []
    const [, subcommand, ...args] = command.split(' ')
    expect(subcommand).toBe('serve')
    const { status, stdout } = spawnSync(cofferPath, ['config', ...args], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ +dir +\/var\/lib\/coffer\/pb_data +--dir$/m)])
  })
})
