import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { copySample } from '../../harness/copySample.ts'
import { querySharedSql } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'
import { remainingFiles } from '../../harness/storedFiles.ts'
import {
  alice,
  bob,
  collectionId,
  collectionName,
  erin,
  frank,
  guarded,
  guardedCollections,
  holderPath,
  target,
} from './guardedCollections.ts'
import type { Action, Requester } from './rulesTable.ts'

interface Account {
  /** The requester in the format of `signToken`. */
  who: string
  /** The id of the user; '' for others. */
  id: string
  claims?: Record<string, string>
}

const accounts: Record<Exclude<Requester, 'guest'>, Account> = {
  expired: { who: 'users:bob', id: bob, claims: { exp: '-10' } },
  forged: { who: 'users:bob', id: bob, claims: { secret: 'k'.repeat(50) } },
  gone: { who: 'users:frank', id: '' },
  owner: { who: 'users:bob', id: bob },
  other: { who: 'users:alice', id: alice },
  unverified: { who: 'users:erin', id: erin },
  client: { who: 'clients:client000000001', id: '' },
  admin: { who: 'admin', id: '' },
}

export interface Matrix {
  dataDir: string
  /** Sends an action of a requester for the records that the rule at this position guards. */
  ask: (requester: Requester, action: Action, position: number) => Promise<ApiResponse>
  /** Undoes an accepted change; asserts that it was made, and that only files of records stay stored. */
  undo: (action: Action, position: number) => Promise<void>
  close: () => Promise<void>
}

type Send = (requester: Requester, method: string, path: string, body?: object) => Promise<ApiResponse>

const recordsPath = (position: number): string => `/api/collections/${collectionName(position)}/records`

function form(says: Requester, values: object): FormData {
  const data = new FormData()
  data.set('@jsonPayload', JSON.stringify({ state: 'open', owner: bob, members: [bob, erin], ...values, says }))
  data.set('paper', new File([`paper of ${says}`], 'paper.txt'))
  data.set('sealed', new File([`seal of ${says}`], 'sealed.txt'))
  return data
}

/** An update hands the record over to the requester, because a rule must be evaluated for the record before the update. */
const takeover = (requester: Requester) => ({ owner: requester === 'guest' ? '' : accounts[requester].id, members: [] })

const readNames = (dataDir: string, position: number) =>
  querySharedSql(dataDir, `SELECT id, paper, sealed FROM ${collectionName(position)} WHERE sealed != '' ORDER BY id`)

function askWith(dataDir: string, send: Send): Matrix['ask'] {
  const fileTokens = signTokens(dataDir, 'file')
  return async (requester, action, position) => {
    const path = recordsPath(position)
    switch (action) {
      // An empty filter avoids the delay that hides how long a rule took to find nothing.
      case 'list':
        return send(requester, 'GET', `${path}?filter=`)
      case 'view':
        return send(requester, 'GET', `${path}/${target.id}`)
      case 'create':
        return send(requester, 'POST', path, form(requester, {}))
      case 'update':
        return send(requester, 'PATCH', `${path}/${target.id}`, form(requester, takeover(requester)))
      case 'delete':
        return send(requester, 'DELETE', `${path}/${target.id}`, { says: requester })
      case 'file': {
        const [, , sealed] = readNames(dataDir, position)[0] ?? []
        const token = fileTokens[requester] ?? ''
        return send(requester, 'GET', `/api/files/${collectionId(position)}/${target.id}/${sealed}?token=${token}`)
      }
      case 'expand':
        return send(requester, 'GET', `${holderPath}?expand=to_${position}`)
    }
  }
}

const signTokens = (dataDir: string, kind: 'auth' | 'file'): Partial<Record<Requester, string>> =>
  Object.fromEntries(Object.entries(accounts).map(([name, { who, claims }]) => [name, signToken(dataDir, kind, who, claims)]))

const idsIn = (dataDir: string, position: number): string[] =>
  querySharedSql(dataDir, `SELECT id FROM ${collectionName(position)} ORDER BY id`)
    .flat()
    .map(String)

const guardedIds = guarded.map(({ id }): string => id)

function undoWith(dataDir: string, send: Send): Matrix['undo'] {
  const succeed = async (method: string, where: string, body?: object) => {
    const { status, text } = await send('admin', method, where, body)
    expect(status, text).toBeLessThan(300)
  }
  return async (action, position) => {
    const path = recordsPath(position)
    const ids = idsIn(dataDir, position)
    if (action === 'update') await succeed('PATCH', `${path}/${target.id}`, form('admin', {}))
    if (action === 'create') {
      expect(ids).toHaveLength(guarded.length + 1)
      for (const id of ids) if (!guardedIds.includes(id)) await succeed('DELETE', `${path}/${id}`)
    }
    if (action === 'delete') {
      expect(ids).toEqual(guardedIds.filter(id => id !== target.id).sort())
      await succeed('POST', path, form('admin', { id: target.id }))
      await succeed('PATCH', holderPath, { [`to_${position}`]: guardedIds })
    }
    const [, ...names] = readNames(dataDir, position)[0] ?? []
    const wanted = names.map(name => `storage/${collectionId(position)}/${target.id}/${name}`).sort()
    await expect.poll(() => remainingFiles(dataDir, collectionId(position)), { interval: 2 }).toEqual(wanted)
  }
}

async function storeFiles(dataDir: string, position: number): Promise<void> {
  const folder = join(dataDir, 'storage', collectionId(position), target.id)
  await mkdir(folder, { recursive: true })
  for (const name of [target.paper, target.sealed]) await writeFile(join(folder, name), `${name} of ${position}`)
}

/** Starts a server with one guarded collection for each rule. */
export async function openMatrix(rules: readonly (string | null)[]): Promise<Matrix> {
  const { dataDir, remove } = await copySample('magazine', guardedCollections(rules))
  for (const position of rules.keys()) await storeFiles(dataDir, position)
  const tokens = signTokens(dataDir, 'auth')
  const send: Send = (requester, method, path, body) =>
    askApi(server.port, method, `${path}${path.includes('?') ? '&' : '?'}says=${requester}`, {
      token: tokens[requester],
      headers: { 'X-Says': requester },
      ...(body && { body }),
    })
  const ask = askWith(dataDir, send)
  await changeDatabase(dataDir, 'data', `DELETE FROM users WHERE id = '${frank}'`)
  const server = await startServer({ dataDir })
  return {
    dataDir,
    ask,
    undo: undoWith(dataDir, send),
    close: async () => {
      await server.stop()
      await remove()
    },
  }
}
