import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PocketBase, { ClientResponseError, type RecordModel } from 'pocketbase'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { samplesDir } from '../harness/paths.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

const email = 'editor@magazine.example'
const password = 'magazine-admin-1'

let copy: SampleCopy
let server: RunningServer

function connect(token = ''): PocketBase {
  const client = new PocketBase(`http://127.0.0.1:${server.port}`)
  client.autoCancellation(false)
  client.authStore.save(token, null)
  return client
}

let admin: PocketBase
let guest: PocketBase

beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})

afterAll(async () => {
  await server.stop()
  await copy.remove()
})

beforeEach(() => {
  admin = connect(signToken(copy.dataDir, 'auth', 'admin'))
  guest = connect()
})

const sampleFile = async (name: string, type: string) =>
  new File([await readFile(join(samplesDir, 'files', name))], name, { type })

async function bytesAt(url: string) {
  const response = await fetch(url)
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function failureOf(request: Promise<unknown>): Promise<ClientResponseError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ClientResponseError)) throw new Error(`not refused: ${error}`)
  return error
}

describe('the session of an admin', () => {
  test('an admin signs in, does what only admins can do, and refreshes the token', async () => {
    await expect(guest.collection('secrets').getFullList()).rejects.toMatchObject({ status: 403 })
    const signedIn = await guest.admins.authWithPassword(email, password)
    expect(signedIn.admin).toMatchObject({ id: 'admin0000000001', email, avatar: 3 })
    expect(guest.authStore).toMatchObject({ isValid: true, isAdmin: true, token: signedIn.token })
    expect(await guest.collection('secrets').getFullList()).toHaveLength(2)

    const renewed = await guest.admins.authRefresh()
    expect(renewed.admin.email).toBe(email)
    expect(guest.authStore.token).toBe(renewed.token)
    expect(await guest.collection('secrets').getFullList()).toHaveLength(2)
  })

  test('a wrong password and an unknown email get the same error', async () => {
    const wrong = await failureOf(guest.admins.authWithPassword(email, 'magazine-admin-2'))
    const unknown = await failureOf(guest.admins.authWithPassword('nobody@magazine.example', password))
    expect(wrong).toMatchObject({ status: 400, message: 'Failed to authenticate.' })
    expect(unknown.response).toEqual(wrong.response)
    expect(guest.authStore.isValid).toBe(false)
  })

  test('a token cannot be refreshed without a session', async () => {
    await expect(guest.admins.authRefresh()).rejects.toMatchObject({ status: 401 })
  })
})

describe('reading records', () => {
  test('a list is filtered, sorted, expanded and limited to selected fields', async () => {
    const filter = admin.filter('status = {:status} && views > {:views}', { status: 'published', views: 10 })
    const page = await admin.collection('posts').getList(2, 3, {
      filter,
      sort: '-views,title',
      expand: 'author.user,tags',
      fields: 'id,views,status,expand.author.name,expand.author.expand.user.username,expand.tags.name',
    })
    expect(page).toMatchObject({ page: 2, perPage: 3 })
    expect(page.totalPages).toBe(Math.ceil(page.totalItems / 3))
    expect(page.items).toHaveLength(3)
    const views = page.items.map(item => Number(item.views))
    expect(views).toEqual([...views].sort((one, other) => other - one))
    for (const item of page.items) {
      expect(Object.keys(item).sort()).toEqual(['expand', 'id', 'status', 'views'])
      expect(item.status).toBe('published')
      expect(item.expand?.author.name).toEqual(expect.any(String))
      expect(item.expand?.author).not.toHaveProperty('bio')
    }
    expect(page.items.some(item => item.expand?.author.expand?.user?.username)).toBe(true)
  })

  test('the full list is read in batches and keeps its order', async () => {
    const all = await admin.collection('comments').getFullList({ batch: 7, sort: 'id', fields: 'id' })
    const ids = all.map(({ id }) => id)
    expect(ids).toHaveLength(60)
    expect(ids).toEqual([...new Set(ids)].sort())
  })

  test('the first record of a filter is returned, and an error if there is none', async () => {
    const found = await guest.collection('authors').getFirstListItem('slug != ""', { sort: 'slug' })
    expect(found.collectionName).toBe('authors')
    const nobody = guest.collection('authors').getFirstListItem(guest.filter('name = {:name}', { name: `no "one"'s` }))
    await expect(nobody).rejects.toMatchObject({ status: 404 })
  })

  test('a record is returned by id, and an error for an unknown id', async () => {
    const post = await guest.collection('posts').getOne('post00000000001', { expand: 'category.parent' })
    expect(post).toMatchObject({ id: 'post00000000001', collectionName: 'posts' })
    expect(post.expand?.category.id).toBe(post.category)
    await expect(guest.collection('posts').getOne('post0000000none')).rejects.toMatchObject({ status: 404 })
  })
})

describe('writing records', () => {
  test('a record is created from JSON, updated with modifiers, and deleted', async () => {
    const scratch = guest.collection('scratch')
    const first = await scratch.create({ t: 'from the client', n: 4, b: true, s2: ['a'], j: { deep: [1, { x: null }] } })
    expect(first).toMatchObject({ t: 'from the client', n: 4, b: true, s2: ['a'], j: { deep: [1, { x: null }] } })
    expect(await scratch.getOne(first.id)).toEqual(first)

    const changed = await scratch.update(first.id, { 'n+': 3, 's2+': ['b', 'é'], 's2-': 'a', 'rN+': 'scratch00000001' })
    expect(changed).toMatchObject({ t: 'from the client', n: 7, s2: ['b', 'é'], rN: ['scratch00000001'] })
    expect(changed.updated > first.updated).toBe(true)

    expect(await scratch.delete(first.id)).toBe(true)
    await expect(scratch.getOne(first.id)).rejects.toMatchObject({ status: 404 })
  })

  test('a form uploads files, which are served unchanged and removed with the record', async () => {
    const photo = await sampleFile('photo.jpg', 'image/jpeg')
    const form = new FormData()
    form.append('t', 'with files')
    form.append('s2', 'a')
    form.append('s2', 'b')
    form.append('f1', photo)
    form.append('f2', await sampleFile('note.txt', 'text/plain'))
    form.append('f2', await sampleFile('paper.pdf', 'application/pdf'))
    const scratch = guest.collection('scratch')
    const record = await scratch.create(form)
    expect(record).toMatchObject({ t: 'with files', s2: ['a', 'b'], f1: expect.stringMatching(/^photo_\w{10}\.jpg$/) })
    expect(record.f2).toHaveLength(2)

    const url = guest.files.getUrl(record, record.f1)
    const original = await bytesAt(url)
    expect(original.bytes.equals(Buffer.from(await photo.arrayBuffer()))).toBe(true)
    const thumb = await bytesAt(guest.files.getUrl(record, record.f1, { thumb: '100x100' }))
    expect(thumb.bytes.subarray(0, 2).toString('hex'), 'a JPEG').toBe('ffd8')
    expect(thumb.bytes.equals(original.bytes)).toBe(false)

    const fewer = await scratch.update(record.id, { f1: null, 'f2-': record.f2[0] })
    expect(fewer).toMatchObject({ f1: '', f2: [record.f2[1]] })
    expect((await bytesAt(url)).status).toBe(404)
    await scratch.delete(record.id)
    expect((await bytesAt(guest.files.getUrl(record, record.f2[1]))).status).toBe(404)
  })

  test('a rejected change returns an error for each invalid field', async () => {
    const refused = await failureOf(guest.collection('scratch').create({ e: 'no email', u: 'no url', s1: 'z', r1: 'nowhere' }))
    expect(refused).toMatchObject({ status: 400, isAbort: false, url: expect.stringContaining('/scratch/records') })
    expect(refused.response).toEqual({
      code: 400,
      message: 'Failed to create record.',
      data: {
        e: { code: 'validation_invalid_email', message: 'Must be a valid email.' },
        r1: {
          code: 'validation_missing_rel_records',
          message: 'Failed to find all relation records with the provided ids.',
        },
        s1: { code: 'validation_invalid_value', message: 'Invalid value z.' },
        u: { code: 'validation_invalid_url', message: 'Must be a valid url.' },
      },
    })
  })

  test('a user signs up, is visible only to itself, and changes its password', async () => {
    const made = await guest.collection('users').create({
      username: 'sdk_reader',
      email: 'sdk@readers.example',
      password: 'sdk-password',
      passwordConfirm: 'sdk-password',
      role: 'reader',
      name: 'Sdk',
    })
    expect(made).not.toHaveProperty('email')
    const before = signToken(copy.dataDir, 'auth', 'users:sdk_reader')
    const owner = connect(before)
    expect(await owner.collection('users').getOne(made.id)).toMatchObject({ email: 'sdk@readers.example' })
    await owner.collection('users').update(made.id, {
      oldPassword: 'sdk-password',
      password: 'another-password',
      passwordConfirm: 'another-password',
    })
    await expect(connect(before).collection('users').update(made.id, { name: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(
      await connect(signToken(copy.dataDir, 'auth', 'users:sdk_reader'))
        .collection('users')
        .delete(made.id),
    ).toBe(true)
  })
})

describe('protected files', () => {
  const fileOf = async (client: PocketBase, id: string): Promise<{ record: RecordModel; name: string }> => {
    const record = await client.collection('media').getOne(id)
    return { record, name: [record.confidential].flat()[0] }
  }

  test('protected files are served to requesters whose token grants access to the record', async () => {
    const { record, name } = await fileOf(admin, 'media0000000004')
    const owner = connect(signToken(copy.dataDir, 'auth', `users:${record.owner}`))
    const stranger = connect(signToken(copy.dataDir, 'auth', 'users:grace'))
    const status = async (token: string) => (await bytesAt(guest.files.getUrl(record, name, { token }))).status
    expect(await status(await admin.files.getToken())).toBe(200)
    expect(await status(await owner.files.getToken())).toBe(200)
    expect(await status(await stranger.files.getToken())).toBe(403)
    expect(await status('')).toBe(403)
    expect(await status(admin.authStore.token)).toBe(403)
  })

  test('a guest gets no file token', async () => {
    await expect(guest.files.getToken()).rejects.toMatchObject({ status: 400, message: 'Failed to generate file token.' })
  })
})

describe('administration', () => {
  test('admins are listed, created, updated and deleted', async () => {
    const form = { email: 'third@magazine.example', password: 'magazine-admin-3', passwordConfirm: 'magazine-admin-3', avatar: 4 }
    const third = await admin.admins.create(form)
    expect(third).toMatchObject({ email: form.email, avatar: 4 })
    expect(third).not.toHaveProperty('passwordHash')
    expect(await admin.admins.getOne(third.id)).toEqual(third)
    const emails = (await admin.admins.getFullList({ sort: '-email' })).map(one => one.email)
    expect(emails).toEqual(['third@magazine.example', 'second@magazine.example', email])

    await admin.admins.update(third.id, { avatar: 9, password: 'changed-password', passwordConfirm: 'changed-password' })
    expect((await guest.admins.authWithPassword(form.email, 'changed-password')).admin.avatar).toBe(9)
    await admin.admins.delete(third.id)
    await expect(guest.admins.authRefresh()).rejects.toMatchObject({ status: 401 })
    await expect(admin.admins.getOne(third.id)).rejects.toMatchObject({ status: 404 })
  })

  test('an invalid admin is rejected with an error for each invalid field', async () => {
    const refused = await failureOf(admin.admins.create({ email, password: 'short', passwordConfirm: 'shirt', avatar: 12 }))
    const codes = Object.entries(refused.response.data).map(([field, issue]) => [field, (issue as { code: string }).code])
    expect(Object.fromEntries(codes)).toEqual({
      avatar: 'validation_max_less_equal_than_required',
      email: 'validation_admin_email_exists',
      password: 'validation_length_out_of_range',
      passwordConfirm: 'validation_values_mismatch',
    })
  })

  test('only admins can list and view collections', async () => {
    const all = await admin.collections.getFullList({ sort: 'name' })
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'posts', 'post_stats']))
    const posts = await admin.collections.getOne('posts')
    expect(posts.schema.find(({ name }) => name === 'title')).toMatchObject({ type: 'text' })
    expect(await admin.collections.getOne(posts.id)).toEqual(posts)
    await expect(guest.collections.getFullList()).rejects.toMatchObject({ status: 401 })
  })

  test('settings are returned with masked secrets', async () => {
    const settings = await admin.settings.getAll()
    expect(settings).toMatchObject({
      meta: { appName: 'Small Magazine' },
      smtp: { username: 'mailer', password: '******' },
      adminAuthToken: { secret: '******' },
      googleAuth: { clientSecret: '******', clientId: 'made-up-google-id.apps.example' },
      s3: { secret: '' },
    })
    await expect(guest.settings.getAll()).rejects.toMatchObject({ status: 401 })
  })

  test('the health check succeeds', async () => {
    expect(await guest.health.check()).toMatchObject({ code: 200, data: { canBackup: true } })
  })
})
