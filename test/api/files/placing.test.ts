import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { startServer } from '../../harness/startServer.ts'
import { everyStoredFile, storedFiles, uploadsUnderWay } from '../../harness/storedFiles.ts'
import { base, field, idOf, relation, type ServedCollections, serveCollections } from '../records/serveCollections.ts'

let server: ServedCollections
beforeAll(async () => {
  const files = field('files', 'file', { maxSelect: 2, maxSize: 1000, mimeTypes: ['text/plain'] })
  server = await serveCollections([
    base('papers', [field('title', 'text'), files, relation('other', 'papers')], {
      indexes: ["CREATE UNIQUE INDEX papers_title ON papers (title) WHERE title != ''"],
    }),
    base('closed', [files], { createRule: null, updateRule: null }),
    base('picky', [field('title', 'text'), files], { createRule: 'title = "yes"', updateRule: 'title = "yes"' }),
  ])
})
afterAll(() => server.close())

function form(values: Record<string, string>, ...files: [name: string, content: string][]): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  for (const [name, content] of files) data.append('files', new File([content], name))
  return data
}

describe('a rejected request stores no file', () => {
  const existing = 'paper__________'
  beforeAll(async () => {
    await server.create('papers', { id: existing, title: 'taken' })
    await server.ask('POST', 'picky/records', { body: { id: existing }, token: server.admin })
  })

  const one: [string, string] = ['one.txt', 'one']
  test.each<[string, string, string, FormData, number]>([
    ['of a requester without permission', 'POST', 'closed/records', form({}, one), 403],
    ['that the create rule rejects', 'POST', 'picky/records', form({ title: 'no' }, one), 400],
    ['that the update rule rejects', 'PATCH', `picky/records/${existing}`, form({}, one), 404],
    ['with a value that must be unique', 'POST', 'papers/records', form({ title: 'taken' }, one), 400],
    ['with an id that is taken', 'POST', 'papers/records', form({ id: existing }, one), 400],
    ['with an id that is a path traversal', 'POST', 'papers/records', form({ id: '../../../../../x' }, one), 400],
    [
      'with an id of 15 characters that is a path traversal',
      'POST',
      'papers/records',
      form({ id: '../../../../../'.slice(0, 15) }, one),
      400,
    ],
    ['with a dangling relation', 'POST', 'papers/records', form({ other: 'nothing' }, one), 400],
    ['with a file that is too large', 'POST', 'papers/records', form({}, one, ['large.txt', 'x'.repeat(1001)]), 400],
    ['with a file of another type', 'POST', 'papers/records', form({}, one, ['paper.pdf', '%PDF-1.4']), 400],
    ['with too many files', 'POST', 'papers/records', form({}, one, one, one), 400],
    ['with a reserved file name', 'POST', 'papers/records', form({}, one, ['two.attrs', 'two']), 400],
    ['for a missing record', 'PATCH', 'papers/records/nothing', form({}, one), 404],
    ['for an id with a path traversal', 'PATCH', 'papers/records/..%2F..%2Fx', form({}, one), 404],
    ['for a very long id', 'PATCH', `papers/records/${'x'.repeat(5000)}`, form({}, one), 404],
    [
      'with a file name that the record does not have',
      'PATCH',
      `papers/records/${existing}`,
      form({ files: 'unknown.txt' }, one),
      400,
    ],
  ])('a request %s stores no file', async (_, method, path, body, status) => {
    const before = everyStoredFile(server.dataDir)
    const response = await server.ask(method, path, { body })
    expect([response.status, uploadsUnderWay(server.dataDir)], response.text).toEqual([status, []])
    expect(everyStoredFile(server.dataDir)).toEqual(before)
  })

  test('of many concurrent records with the same unique value one is stored, with its files', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        server.ask('POST', 'papers/records', { body: form({ title: 'wanted' }, [`${n}.txt`, `${n}`], one) }),
      ),
    )
    const [kept, ...more] = responses.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const { id, files } = { files: [], ...kept?.json } as unknown as { id: string; files: string[] }
    const wanted = files.map(name => `storage/${idOf('papers')}/${id}/${name}`)
    expect(storedFiles(server.dataDir, idOf('papers'))).toEqual(wanted.toSorted())
    expect(wanted).toHaveLength(2)
    await server.ask('DELETE', `papers/records/${id}`)
  })
})

/** Lists stored files that no record refers to, and files of records that are missing. */
function differences(dataDir: string) {
  const named = queryDatabase(dataDir, 'data', "SELECT id, f1 FROM scratch WHERE t = 'stored'").map(
    ([id, file]) => `${id}/${file}`,
  )
  const stored = storedFiles(dataDir, 'mgscratch000001')
    .map(path => path.split('/').slice(-2).join('/'))
    .filter(path => path.includes('round_'))
  return {
    unnamed: stored.filter(file => !named.includes(file)),
    lost: named.filter(file => !stored.includes(file)),
    count: named.length,
  }
}

describe('a server killed during uploads', () => {
  test('a server killed during uploads has exactly the files of its records after the next start', async () => {
    const { dataDir, remove } = await copySample('magazine')
    onTestFinished(remove)
    for (let round = 1; round <= 3; round += 1) {
      const coffer = await startCoffer(dataDir)
      let answered = 0
      const keepCreating = async (): Promise<void> => {
        for (;;) {
          const body = new FormData()
          body.set('t', 'stored')
          body.set('f1', new File(['some content'.repeat(1000)], 'round.txt'))
          const { status } = await askApi(coffer.port, 'POST', '/api/collections/scratch/records', { body })
          if (status === 200) answered += 1
        }
      }
      const creating = Array.from({ length: 16 }, () => keepCreating().catch(() => undefined))
      while (answered < 20) await wait(1)
      await wait(Math.random() * 100)
      await coffer.end('SIGKILL')
      await Promise.all(creating)
      await (await startServer({ dataDir })).stop()
      const found = differences(dataDir)
      expect([found.unnamed, found.lost]).toEqual([[], []])
      expect(found.count).toBeGreaterThanOrEqual(round * 20)
    }
  })

  test('files of an interrupted request are removed at the next start, unless a record refers to them', async () => {
    const { dataDir, remove } = await copySample('magazine')
    onTestFinished(remove)
    const [[id, avatar] = []] = queryDatabase(dataDir, 'data', "SELECT id, avatar FROM users WHERE avatar != ''")
    const kept = `_pb_users_auth_/${id}/${avatar}`
    const unnamed = [
      `_pb_users_auth_/${id}/never_named.txt`,
      '_pb_users_auth_/never000000000/stored.txt',
      'nocollection000/x/y.txt',
    ]
    for (const key of unnamed) {
      mkdirSync(join(dataDir, 'storage', key, '..'), { recursive: true })
      writeFileSync(join(dataDir, 'storage', key), 'content')
      writeFileSync(join(dataDir, 'storage', `${key}.attrs`), '{}')
    }
    const request = join(dataDir, '.pb_temp_to_delete/uploads-Abc123')
    mkdirSync(request, { recursive: true })
    writeFileSync(join(request, 'placed.json'), JSON.stringify([...unnamed, kept, 7, '../../outside']))
    mkdirSync(`${request}4`)
    writeFileSync(join(`${request}4`, 'placed.json'), '["half of a li')
    const before = storedFiles(dataDir)
    await (await startServer({ dataDir })).stop()
    expect(storedFiles(dataDir)).toEqual(before.filter(file => !unnamed.includes(file.slice('storage/'.length))))
    expect(everyStoredFile(dataDir).filter(file => file.includes('never'))).toEqual([])
    expect(uploadsUnderWay(dataDir)).toEqual([])
  })
})
