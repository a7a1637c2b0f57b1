import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordJson } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import PocketBase from 'pocketbase'
import type { DocsSubject } from '../../../packages/dashboard/screens/apiDocs/DocsSubject.ts'
import type { EndpointText } from '../../../packages/dashboard/screens/apiDocs/EndpointDocs.ts'
import { endpointsOf } from '../../../packages/dashboard/screens/apiDocs/endpoints.ts'
import { exampleRecord } from '../../../packages/dashboard/screens/apiDocs/parts/exampleRecord.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { samplesDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'
import type { Session } from './runSample.ts'

export interface DocumentedServer {
  dataDir: string
  origin: string
  port: number
  /** A client that is signed in as the first admin. */
  admin: PocketBase
  collections: readonly Collection[]
  subject: (collection: string, record?: RecordJson) => DocsSubject
  /** Returns the documentation of an endpoint of a collection. */
  docs: (collection: string, endpoint: string, record?: RecordJson) => EndpointText
  /** Returns the session of `admin` or of an auth record, `COLLECTION:USERNAME`. */
  session: (who: string) => Promise<Session>
  stop: () => Promise<void>
}

export interface DocsSetup {
  prepare?: Preparation[]
  /** Changes collections and records before the documentation is generated. */
  arrange?: (admin: PocketBase) => Promise<unknown>
}

/** Serves a copy of the magazine and documents its collections. */
export async function serveDocs({ prepare = [], arrange }: DocsSetup = {}): Promise<DocumentedServer> {
  const { dataDir, remove } = await copySample('magazine', prepare)
  const server = await startServer({ dataDir })
  const origin = `http://127.0.0.1:${server.port}`
  const admin = new PocketBase(origin)
  admin.autoCancellation(false)
  admin.authStore.save(signToken(dataDir, 'auth', 'admin'), null)
  await arrange?.(admin)
  const collections = await admin.collections.getFullList<Collection>({ sort: '+name' })
  const subject = (name: string, record?: RecordJson): DocsSubject => {
    const collection = collections.find(one => one.name === name)
    if (collection === undefined) throw new Error(`There is no collection ${name}.`)
    return { collection, collections, origin, record: record ?? exampleRecord(collection) }
  }
  const docs = (name: string, id: string, record?: RecordJson): EndpointText => {
    const about = subject(name, record)
    const endpoint = endpointsOf(about.collection).find(one => one.id === id)
    if (endpoint === undefined) throw new Error(`${name} has no endpoint ${id}.`)
    return endpoint.describe(about)
  }
  const session = async (who: string): Promise<Session> => {
    const [collection = '', username = ''] = who.split(':')
    const find = () => admin.collection(collection).getFirstListItem(admin.filter('username = {:username}', { username }))
    return { token: signToken(dataDir, 'auth', who), model: who === 'admin' ? null : await find() }
  }
  const stop = async () => {
    await server.stop()
    await remove()
  }
  return { dataDir, origin, port: server.port, admin, collections, subject, docs, session, stop }
}

export async function samplePhoto(): Promise<File> {
  return new File([await readFile(join(samplesDir, 'files', 'photo.jpg'))], 'photo.jpg', { type: 'image/jpeg' })
}
