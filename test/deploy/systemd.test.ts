import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cofferPath } from '../harness/coffer.ts'
import { repositoryDir } from '../harness/paths.ts'
import { hasProgram } from './hasProgram.ts'

const program = 'systemd-analyze'
const isMissing = !hasProgram(program)
/** From 0 (locked down) to 10. A service without restrictions has 9.6. */
const maxExposure = 1.5

/** The units, with the programs that they start. */
const units = [
  { path: 'coffer.service', command: '/opt/coffer/bin/coffer' },
  { path: 'standby/litestream.service', command: '/usr/local/bin/litestream' },
]

const readUnit = (path: string) => readFileSync(join(repositoryDir, 'deploy', path), 'utf8')

/** Returns the settings with which, as the manual says, the service has HTTPS without a proxy. */
function readHttpsSettings(): string {
  const page = readFileSync(join(repositoryDir, 'docs/manual/systemd.md'), 'utf8')
  const [, section = ''] = page.split('## HTTPS without a proxy')
  return /```ini\n([^`]+)```/.exec(section)?.[1] ?? ''
}

/** Returns the options of `serve` in the last command of a unit, and what `coffer config` prints for them. */
function configOf(unit: string) {
  const command = [...unit.matchAll(/^ExecStart=(.+)$/gm)].at(-1)?.[1] ?? ''
  const [, subcommand, ...args] = command.split(' ')
  expect(subcommand).toBe('serve')
  return spawnSync(cofferPath, ['config', ...args], { encoding: 'utf8' })
}

describe.skipIf(isMissing)(`the systemd units${isMissing ? ` (skipped: ${program} is not installed)` : ''}`, () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'coffer-systemd-'))
    // systemd checks that the program exists.
    for (const { path, command } of units)
      writeFileSync(join(folder, basename(path)), readUnit(path).replace(command, cofferPath))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(units)('$path is valid, and names no unknown setting', ({ path }) => {
    const name = basename(path)
    const { status, stdout, stderr } = spawnSync(program, ['verify', join(folder, name)], { encoding: 'utf8' })
    expect([status, `${stdout}${stderr}`.split('\n').filter(line => line.includes(name))]).toEqual([0, []])
  })

  test.each(units)('$path restricts the service as far as its program can run', ({ path }) => {
    const name = basename(path)
    const printed = execFileSync(program, ['security', '--offline=yes', join(folder, name)], { encoding: 'utf8' })
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(printed) ?? []
    expect(Number(exposure)).toBeLessThanOrEqual(maxExposure)
  })

  test('coffer.service starts the server with options that it knows', () => {
    const { status, stdout } = configOf(readUnit('coffer.service'))
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ +dir +\/var\/lib\/coffer\/pb_data +--dir$/m)])
  })

  test('the settings of the manual for HTTPS without a proxy are valid, and open the ports 80 and 443', () => {
    const settings = readHttpsSettings()
    const own = mkdtempSync(join(folder, 'https-'))
    mkdirSync(join(own, 'coffer.service.d'))
    writeFileSync(join(own, 'coffer.service'), readUnit('coffer.service').replace('/opt/coffer/bin/coffer', cofferPath))
    writeFileSync(join(own, 'coffer.service.d/override.conf'), settings.replace('/opt/coffer/bin/coffer', cofferPath))
    const { status, stdout, stderr } = spawnSync(program, ['verify', join(own, 'coffer.service')], { encoding: 'utf8' })
    expect([status, `${stdout}${stderr}`.split('\n').filter(line => line.includes('coffer.service'))]).toEqual([0, []])
    expect(settings).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE\n')
    const config = configOf(settings).stdout
    expect(config).toMatch(/^ +http +0\.0\.0\.0:80 /m)
    expect(config).toMatch(/^ +https +0\.0\.0\.0:443 /m)
  })
})
