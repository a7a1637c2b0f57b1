import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServedCollections } from '../api/records/serveCollections.ts'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { serveHiddenRecords } from './serveHiddenRecords.ts'

let served: ServedCollections
beforeAll(async () => {
  served = await serveHiddenRecords()
})
afterAll(() => served.close())

const tokenOf = (who: string) => (who === 'guest' ? undefined : signToken(served.dataDir, 'auth', who))

async function list(who: string, collection: string, query: Record<string, string>): Promise<string[]> {
  const search = new URLSearchParams({ sort: 'name', ...query })
  const { status, json, text } = await served.ask('GET', `${collection}/records?${search}`, { token: tokenOf(who) })
  expect(status, text).toBe(200)
  const items = json.items as { name: string }[]
  expect(json.totalItems).toBe(items.length)
  return items.map(({ name }) => name)
}

const find = (who: string, filter: string): Promise<string[]> => list(who, 'cats', { filter })

test('a guest cannot read a secret letter by letter through a back relation', async () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
  const guess = async (who: string) => {
    for (let known = ''; ; ) {
      const responses = await Promise.all(
        letters.map(async letter =>
          (await find(who, `vault_via_cat.code ~ '${known}${letter}%'`)).includes('Tom') ? letter : '',
        ),
      )
      const next = responses.join('')
      if (next === '') return known
      known += next
    }
  }
  expect(await guess('admin')).toBe('S3CRET')
  expect(await guess('guest')).toBe('')
  expect(await guess('users:alice')).toBe('')
})

describe('filters over records that the requester cannot list', () => {
  const all = ['Kit', 'Tom', 'Zoe']
  test.each<[string, string[]]>([
    ['vault_via_cat.code = "S3CRET"', []],
    ['vault_via_cat.code != "S3CRET"', []],
    ['vault_via_cat.code ?!= "S3CRET"', all],
    ['vault_via_cat.code !~ "S3"', []],
    ['vault_via_cat.code ?!~ "S3"', []],
    ['vault_via_cat.code > ""', []],
    ['vault_via_cat.code <= "Z"', []],
    ['vault_via_cat.code = ""', all],
    ['vault_via_cat.id = null', all],
    ['vault_via_cat.cats:length = 1', []],
    ['vault_via_cat.cats:length ?= 0', all],
    ['vault_via_cat.cats:each ?= "cat_tom_________"', []],
    ['vault_via_cats.code ?~ "S3"', []],
    ['name = vault_via_cat.code', []],
    ['name ?= vault_via_cat.code', []],
    ['keeper.name = "Ann"', []],
    ['keeper.name != "Ann"', all],
    ['keeper.name !~ "Ann"', []],
    ['keeper.id = "keeper_ann______"', []],
    ['keeper.vault.code ~ "S3"', []],
    ['keeper.cats_via_keeper.name = "Tom"', []],
    ['keeper.cats_via_friends.vault_via_cat.code ?~ "S"', []],
    ['friends.name ?= "Ann"', []],
    ['friends.name !~ "Ann"', []],
    ['friends.id ?= "keeper_ann______"', []],
    ['stat.code = "S3CRET"', []],
    ['stat.code != "S3CRET"', all],
    ['note.text ~ "for"', []],
    ['notes_via_cat.text ?~ "for"', []],
    ['broken_via_cat.word = "torn"', []],
    ['(name = "Tom" && vault_via_cat.code ?~ "S") || vault_via_cat.code ?~ "K"', []],
  ])('a filter treats a record that guests cannot list as missing: %s', async (filter, expected) => {
    expect(await find('guest', filter)).toEqual(expected)
  })

  test.each<[string, string[]]>([
    // The ids of a relation are values of the record itself, whatever they refer to.
    ['keeper = "keeper_ann______"', ['Tom']],
    ['friends ?= "keeper_ann______"', []],
    ['friends ~ "keeper_ann______"', ['Tom']],
    ['friends:each ?= "keeper_ann______"', ['Tom']],
    ['friends:length = 2', ['Tom']],
    // Rules read every record, whether or not the requester can list it.
    ['labels_via_cat.word = "tabby"', ['Tom']],
    ['labels_via_cat.word = "black"', []],
  ])('a filter reads the values of records that guests can list: %s', async (filter, expected) => {
    expect(await find('guest', filter)).toEqual(expected)
  })

  test('a filter reads related records with the permissions of its own requester', async () => {
    expect(await find('users:alice', 'note.text ~ "for"')).toEqual(['Tom'])
    expect(await find('users:bob', 'notes_via_cat.text ?~ "for"')).toEqual(['Kit'])
    expect(await find('users:carol', 'notes_via_cat.text ?~ "for"')).toEqual([])
    expect(await find('admin', 'note.text ~ "for"')).toEqual(['Kit', 'Tom'])
    expect(await find('admin', 'vault_via_cat.code = "Kit"')).toEqual(['Kit'])
    expect(await find('admin', 'broken_via_cat.word = "torn"')).toEqual(['Tom'])
  })

  test('a filter treats a record as missing even if a rule has matched through it', async () => {
    // The rule of this collection reads the vault: it matches through Kit only.
    expect(await list('guest', 'found', {})).toEqual(['F'])
    for (const name of ['Kit', 'Tom', 'Zoe']) {
      expect(await list('guest', 'found', { filter: `cats.name ?= "${name}"` }), name).toEqual(['F'])
    }
    expect(await list('guest', 'found', { filter: 'cats.vault_via_cat.code ?= "Kit"' })).toEqual([])
  })
})

test('a hidden text that is too long for a pattern does not make a filter fail', async () => {
  for (const letter of ['a', 'b']) {
    expect(await find('guest', `labels_via_cat.word ?~ '${letter}%' && name ?~ labels_via_cat.word`)).toEqual([])
    const filter = encodeURIComponent(`word ~ '${letter}%' && id ~ word`)
    expect((await served.ask('GET', `labels/records?filter=${filter}`)).json).toMatchObject({ items: [] })
  }
  expect(await find('admin', 'name ?!~ labels_via_cat.word')).toEqual(['Kit', 'Tom'])
})

test('servers with --compatibleFilters read related records that rules hide', async () => {
  const path = `/api/collections/posts/records?filter=${encodeURIComponent('author.user.username = "grace"')}`
  const responses = async (args: string[]) => {
    const { dataDir, remove } = await copySample('magazine')
    const coffer = await startCoffer(dataDir, args)
    const { json } = await askApi(coffer.port, 'GET', path)
    await coffer.end('SIGTERM')
    await remove()
    return json.totalItems
  }
  expect(await Promise.all([[], ['--compatibleFilters'], ['--compatibleFilters=false']].map(responses))).toEqual([0, 5, 0])
})

test.each(['vault_via_cat.code', 'keeper.name', 'keeper.vault.code', 'friends.name', 'stat.code', 'notes_via_cat.text'])(
  'a list sorted by %s does not reveal the order of hidden records',
  async path => {
    // Records without a value have the order of their table, or of the next sort field.
    const orders = await Promise.all([path, `-${path}`].map(sort => list('guest', 'cats', { sort: `${sort},name` })))
    expect(orders).toEqual([
      ['Kit', 'Tom', 'Zoe'],
      ['Kit', 'Tom', 'Zoe'],
    ])
    expect(await list('admin', 'cats', { sort: `-${path},name` })).not.toEqual(
      await list('admin', 'cats', { sort: `${path},name` }),
    )
  },
)
