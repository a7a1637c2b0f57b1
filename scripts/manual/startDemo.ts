import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { copyDataDir } from '../../test/harness/copySample.ts'
import { scratchDir } from '../../test/harness/scratchDir.ts'
import { startServer } from '../../test/harness/startServer.ts'
import { manualDir } from './readPages.ts'

/** Who the samples sign in as. The passwords are those that the manual shows. */
export const demoAdmin = { email: 'admin@example.com', password: 'correct-horse-1' }
export const demoPassword = 'a-long-password'
export const demoUsers = {
  ada: { id: 'ada000000000001', role: 'editor' },
  ben: { id: 'ben000000000001', role: 'reader' },
} as const

const image = join(manualDir, '../../test/fixtures/samples/files')

async function createRecords(pb: PocketBase): Promise<void> {
  for (const [username, { id, role }] of Object.entries(demoUsers)) {
    const password = { password: demoPassword, passwordConfirm: demoPassword }
    const user = { id, username, role, email: `${username}@example.com`, name: username === 'ada' ? 'Ada' : 'Ben' }
    await pb
      .collection('users')
      .create({ ...user, ...password, verified: username === 'ada', emailVisibility: username === 'ada' })
  }
  const tag = { news: 'tag000000000001', sqlite: 'tag000000000002' }
  for (const [name, id] of Object.entries(tag)) await pb.collection('tags').create({ id, name })
  const post = (number: number, values: object) => pb.collection('posts').create({ id: `post0000000000${number}`, ...values })
  const cover = new File([readFileSync(join(image, 'photo.jpg'))], 'photo.jpg', { type: 'image/jpeg' })
  await post(1, {
    title: 'Hello Coffer',
    body: '<p>The first post.</p>',
    status: 'published',
    published: '2026-01-05 10:00:00.000Z',
    views: 120,
    pinned: true,
    author: demoUsers.ada.id,
    tags: [tag.news, tag.sqlite],
    cover,
    meta: { reading: { minutes: 3 } },
  })
  await post(2, {
    title: 'A second post',
    status: 'published',
    published: '2026-02-01 08:30:00.000Z',
    views: 40,
    author: demoUsers.ben.id,
    tags: [tag.news],
  })
  await post(3, { title: 'Not ready yet', status: 'draft', author: demoUsers.ada.id })
  const comment = (number: number, values: object) =>
    pb.collection('comments').create({ id: `comment0000000${number}`, post: 'post00000000001', ...values })
  await comment(1, { author: demoUsers.ben.id, text: 'Welcome!' })
  await comment(2, { author: demoUsers.ada.id, text: 'Thank you.' })
  const file = new File(['A private note.'], 'note.txt', { type: 'text/plain' })
  await pb.collection('documents').create({ id: 'document0000001', owner: demoUsers.ada.id, title: 'A private note', file })
  await pb.collection('teams').create({ id: 'team00000000001', name: 'Editors' })
  const member = { team: 'team00000000001', user: demoUsers.ada.id, level: 'admin' }
  await pb.collection('members').create({ id: 'member000000001', ...member })
}

/** Creates a data directory with the collections and records that the samples of the manual use; the caller removes it. */
export async function createDemoData(): Promise<{ dataDir: string; remove: () => void }> {
  const folder = mkdtempSync(join(scratchDir, 'coffer-manual-'))
  const dataDir = join(folder, 'pb_data')
  const server = await startServer({ dataDir })
  try {
    const pb = new PocketBase(`http://127.0.0.1:${server.port}`).autoCancellation(false)
    await pb.admins.create({ ...demoAdmin, passwordConfirm: demoAdmin.password })
    await pb.admins.authWithPassword(demoAdmin.email, demoAdmin.password)
    await pb.collections.import(JSON.parse(readFileSync(join(manualDir, 'public/demo-collections.json'), 'utf8')))
    await createRecords(pb)
  } finally {
    await server.stop()
  }
  return { dataDir, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts a server on a copy of the demo data. */
export async function startDemo(source: string) {
  const { dataDir, remove } = await copyDataDir(source)
  const { port, stop } = await startServer({ dataDir })
  const origin = `http://127.0.0.1:${port}`
  const stopDemo = async () => {
    await stop()
    await remove()
  }
  return { origin, dataDir, stop: stopDemo }
}
