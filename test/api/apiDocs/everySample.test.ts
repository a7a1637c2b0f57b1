import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointsOf } from '../../../packages/dashboard/screens/apiDocs/endpoints.ts'
import { sendMailTo } from '../../harness/copySample.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { signToken, type TokenKind } from '../../harness/signToken.ts'
import { arrangeClub, clubKnowledge, clubPreparation } from './clubRecords.ts'
import { compareSamples } from './compareSamples.ts'
import { fileChooser, followComments, type Knowledge } from './followSample.ts'
import { magazineKnowledge } from './magazineKnowledge.ts'
import { runSample } from './runSample.ts'
import { type DocsSetup, type DocumentedServer, serveDocs } from './serveDocs.ts'
import { startProgram } from './startProgram.ts'

const schemas: { name: string; setup: DocsSetup; knowledge: Omit<Knowledge, 'idIn'> }[] = [
  { name: 'the magazine', setup: {}, knowledge: magazineKnowledge },
  { name: 'a club', setup: { prepare: [clubPreparation], arrange: arrangeClub }, knowledge: clubKnowledge },
]

/** The type of the emailed token that each endpoint needs. */
const mailed: Record<string, TokenKind> = {
  'confirm-verification': 'verification',
  'confirm-password-reset': 'passwordReset',
  'confirm-email-change': 'emailChange',
}

let sink: MailSink
beforeAll(async () => {
  sink = await openMailSink()
})
afterAll(() => sink.close())

describe.each(schemas)('in the $name collections', ({ setup, knowledge }) => {
  let server: DocumentedServer
  /** Ids of the records that the Create samples have created. */
  const created = new Map<string, string>()

  beforeAll(async () => {
    server = await serveDocs({ ...setup, prepare: [sendMailTo(sink.port), ...(setup.prepare ?? [])] })
  })
  afterAll(() => server.stop())

  const idIn = async (collection: string) =>
    created.get(collection) ?? (await server.admin.collection(collection).getFirstListItem('', { sort: 'id' })).id

  /** Returns the JavaScript sample of an endpoint, with the placeholders that its comments name replaced. */
  const prepare = async (collection: string, endpoint: string) => {
    const subject = server.subject(collection)
    const { samples } = server.docs(collection, endpoint)
    const kind = mailed[endpoint]
    const { email, username = email } = { ...knowledge.accounts[`${collection} ${endpoint}`] }
    const token = kind && signToken(server.dataDir, kind, `${collection}:${username}`, { newEmail: `changed.${email}` })
    const values = {
      ...knowledge.values,
      [`${collection} ${endpoint}`]: {
        ...knowledge.values[`${collection} ${endpoint}`],
        ...(token && { TOKEN_FROM_THE_MAIL: token }),
      },
    }
    const replacing = await followComments(samples.javascript, subject, endpoint, { ...knowledge, values, idIn })
    return { samples, replacing, file: await fileChooser(subject) }
  }

  const run = async (collection: string, endpoint: string) => {
    const { samples, ...surroundings } = await prepare(collection, endpoint)
    try {
      return await runSample(samples.javascript, surroundings)
    } catch (error) {
      const { status, response, message } = error as { status?: number; response?: object; message: string }
      throw new Error(`${collection} ${endpoint}: ${status ?? message} ${JSON.stringify(response)}\n${samples.javascript}`)
    }
  }

  const having = (endpoint: string) =>
    server.collections.filter(collection => endpointsOf(collection).some(({ id }) => id === endpoint)).map(({ name }) => name)

  test.each(['list', 'view', 'create', 'update', 'delete'])(
    'every Dart sample of %s sends the same as the JavaScript sample',
    id => {
      for (const name of having(id)) {
        const { javascript, dart } = compareSamples(server.docs(name, id).samples)
        expect(dart, name).toEqual(javascript)
        expect(dart.body === undefined).toBe(id !== 'create' && id !== 'update')
      }
    },
  )

  test('every JavaScript sample of Create is accepted', async () => {
    const names = having('create')
    for (const name of names) {
      const { record } = await run(name, 'create')
      created.set(name, (record as { id: string }).id)
    }
    expect(created.size).toBe(names.length)
  })

  test.each(['list', 'view', 'update', 'auth-with-password', 'auth-refresh', 'auth-methods', 'external-auths'])(
    'every JavaScript sample of %s is accepted',
    async endpoint => {
      const names = having(endpoint)
      for (const name of names) await run(name, endpoint)
      expect(names.length).toBeGreaterThan(1)
    },
  )

  test.each([
    'request-verification',
    'request-password-reset',
    'request-email-change',
    'confirm-verification',
    'confirm-email-change',
    'confirm-password-reset',
  ])('every JavaScript sample of %s is accepted', async endpoint => {
    const names = having(endpoint)
    for (const name of names) await run(name, endpoint)
    expect(names.length).toBeGreaterThan(1)
  })

  test('every JavaScript sample of Realtime subscribes and unsubscribes', async () => {
    const names = having('realtime')
    const parts = await Promise.all(
      names.map(async name => {
        const { samples, replacing } = await prepare(name, 'realtime')
        const code = Object.entries(replacing).reduce((text, [from, to]) => text.replaceAll(from, to), samples.javascript)
        return `await (async () => {\n${code.replace(/^import .*$/m, '')}\n})()\nconsole.log('done with ${name}')`
      }),
    )
    const { printed } = startProgram(["import PocketBase from 'pocketbase'", ...parts, 'process.exit()'].join('\n'))
    await expect.poll(printed, { timeout: 60_000 }).toContain(`done with ${names.at(-1)}`)
    expect(printed().trim().split('\n')).toEqual(names.map(name => `done with ${name}`))
  })

  test('every JavaScript sample of Delete is accepted', async () => {
    for (const name of having('delete').reverse()) await run(name, 'delete')
  })
})
