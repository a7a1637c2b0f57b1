import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'

test('the command line sets the number and the memory of processes of hooks, and the folder of hooks of PocketBase 0.22', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const write = async (path: string, content: string) => {
    await mkdir(join(dataDir, '..', path, '..'), { recursive: true })
    await writeFile(join(dataDir, '..', path), content)
  }
  await write('hooks/routes/options.ts', 'export default { fetch: () => Response.json(process.execArgv) }')
  await write('elsewhere/main.pb.js', `routerAdd('GET', '/elsewhere', (c) => c.string(200, 'found'))`)
  await write('pb_hooks/main.pb.js', `routerAdd('GET', '/beside', (c) => c.string(200, 'found'))`)
  const folder = join(dataDir, '../elsewhere')
  const coffer = await startCoffer(dataDir, ['--codeProcesses', '3', '--codeMemory', '40', '--hooksDir', folder])
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  const ask = (path: string) => askApi(coffer.port, 'GET', path, { token: signToken(dataDir, 'auth', 'admin') })
  expect((await ask('/api/code')).json.processes).toBe(3)
  expect((await ask('/options')).text).toContain('--max-old-space-size=40')
  expect((await ask('/elsewhere')).text).toBe('found')
  expect((await ask('/beside')).status).toBe(404)
})
