import { type Collection, describeRule } from '@coffer/schema'
import PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let admin: PocketBase
let guest: PocketBase

beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
  const connect = () => new PocketBase(`http://127.0.0.1:${server.port}`).autoCancellation(false)
  admin = connect()
  admin.authStore.save(signToken(copy.dataDir, 'auth', 'admin'), null)
  guest = connect()
  guest.authStore.clear()
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const forAccounts = [
  '@request.auth.id != ""',
  '@request.auth.role = "chief"',
  '@request.auth.role ~ "e"',
  '@request.auth.role > "a"',
  '@request.auth.role >= "a"',
  '@request.auth.verified = true',
  '@request.auth.birthday >= "2000-01-01"',
  '@request.auth.collectionName = "users"',
  '@request.auth.collectionName = "users" && @request.auth.name != "x"',
  'post = @request.auth.id',
  'id = @request.auth.id',
  '@request.auth.id != "" && likes ~ @request.auth.id',
  '@request.auth.id != "" && (author = @request.auth.id || post.author.user = @request.auth.id)',
  '@request.auth.role = "chief" && author = @request.auth.id',
]

/** Every ninth comment has no author, most have no parent. */
const forOthersToo = [
  'author = @request.auth.id',
  'author.id = @request.auth.id && approved = true',
  'approved = true || author = @request.auth.id',
  'parent = @request.auth.id',
  'likes.id ?= @request.auth.id',
]

const setRule = (listRule: string): Promise<Collection> => admin.collections.update<Collection>('comments', { listRule })

const countForGuests = async () => (await guest.collection('comments').getList(1, 1)).totalItems

test.each(forAccounts)('the rule %s is described as a rule for signed-in users, and rejects guests', async rule => {
  expect(describeRule(rule, await setRule(rule))).toMatch(/^Signed-in(?!.*guests)/)
  expect(await countForGuests()).toBe(0)
})

test.each(forOthersToo)('the rule %s accepts guests, and its description says so', async rule => {
  expect(describeRule(rule, await setRule(rule))).toMatch(/everyone|guests/i)
  expect(await countForGuests()).toBeGreaterThan(0)
})
