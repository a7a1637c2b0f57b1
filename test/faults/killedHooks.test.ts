import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copySample } from '../harness/copySample.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { querySharedSql } from '../harness/queryDatabase.ts'
import { killUnderLoad } from './harness/killUnderLoad.ts'

const kills = isLongRun ? 160 : 8
const hookOf = (seen: string) => `
import { appendFile } from 'node:fs/promises'
import { onRecord } from 'coffer'
onRecord('scratch', {
  async afterCreate({ record }) {
    await new Promise(resolve => setTimeout(resolve, 2))
    await appendFile(${JSON.stringify(seen)}, \`\${record?.t}\\n\`)
  },
})`

/** Returns the ids of the processes of hooks of a folder. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc').flatMap(id => {
    try {
      const command = /^\d+$/.test(id) ? readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0') : []
      return command.includes(folder) && command.some(part => part.includes('hookProcess')) ? [Number(id)] : []
    } catch {
      return []
    }
  })
}

function killOne(ids: readonly number[]): void {
  const [id] = ids
  if (id === undefined) return
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended before.
  }
}

test(`after ${kills} kills of the server and its processes of hooks under load, each committed change has reached its hook, confirmed or not`, {
  timeout: kills * 10_000 + 120_000,
}, async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const folder = join(dataDir, '../hooks')
  const seen = join(dataDir, '../seen.txt')
  await mkdir(folder)
  await writeFile(join(folder, 'seen.ts'), hookOf(seen))
  const killsOther = (kill: number): boolean => {
    if (kill % 2 === 0) killOne(processesOf(folder))
    return kill % 2 === 0
  }
  const { confirmed } = await killUnderLoad({ dataDir, count: kills, timeoutMs: 20_000, killsOther })
  // A change can be committed although its client got no response.
  const stored = querySharedSql(dataDir, 'SELECT t FROM scratch').map(([t]) => String(t))
  const committed = stored.filter(t => /^\d+-\d+$/.test(t))
  expect(confirmed.filter(t => !committed.includes(t))).toEqual([])
  const missing = () => {
    const known = new Set(existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : [])
    return committed.filter(t => !known.has(t))
  }
  await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 90_000, interval: 500 })
})
