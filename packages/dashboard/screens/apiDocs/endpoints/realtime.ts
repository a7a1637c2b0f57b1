import type { DocsSubject } from '../DocsSubject.ts'
import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { failure } from '../parts/failure.ts'
import { namedRecord, writeRuleSamples } from '../samples/ruleSamples.ts'
import { writeCurl } from '../samples/writeCurl.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const path = '/api/realtime'

const javaScript = (collection: string, id: string): string => {
  const client = `await pb.collection(${quoteJavaScript(collection)})`
  const listen = (topic: string) =>
    `${client}.subscribe(${quoteJavaScript(topic)}, event => {\n  console.log(event.action, event.record)\n})`
  return [
    `// All changes of the collection.\n${listen('*')}`,
    `// Changes of one record.\n${listen(id)}`,
    `// When they are no longer needed.\n${client}.unsubscribe(${quoteJavaScript(id)})\n${client}.unsubscribe('*')`,
  ].join('\n\n')
}

const dartCode = (collection: string, id: string): string => {
  const client = `await pb.collection(${quoteDart(collection)})`
  const listen = (topic: string) =>
    `${client}.subscribe(${quoteDart(topic)}, (event) {\n  print(event.action);\n  print(event.record);\n});`
  return [
    `// All changes of the collection.\n${listen('*')}`,
    `// Changes of one record.\n${listen(id)}`,
    `// When they are no longer needed.\n${client}.unsubscribe(${quoteDart(id)});\n${client}.unsubscribe('*');`,
  ].join('\n\n')
}

const curl = ({ collection, origin }: DocsSubject, isSignedIn: boolean): string => {
  const subscribe = writeCurl({
    method: 'POST',
    url: `${origin}${path}`,
    body: { clientId: 'CLIENT_ID', subscriptions: [`${collection.name}/*`] },
    isSignedIn,
  })
  return [
    `# Opens the stream, which begins with the id of the client. Events follow while it runs.\ncurl -N '${origin}${path}'`,
    `# In another terminal: what to listen to.\n${subscribe}`,
  ].join('\n\n')
}

export const realtime: EndpointDocs = {
  id: 'realtime',
  label: 'Realtime',
  isFor: ({ type }) => type !== 'view',
  describe: subject => {
    const { collection, record } = subject
    const { name } = collection
    const access = accessByRule(collection.listRule, { ...subject, action: 'list' })
    const { remarks } = namedRecord(subject, access.needs)
    return {
      summary: `Tells of each record of \`${name}\` that is created, updated or deleted, as a stream of server-sent events.`,
      notes: [
        'Who listens to the whole collection hears of the records that the list rule lets them see, who listens to one record needs the view rule.',
        'A client opens the stream with GET, learns its id from the first event, `PB_CONNECT`, and says with POST what it listens to: `collection/*` or `collection/RECORD_ID`.',
      ],
      access: { ...access, note: 'By the list rule, for `*`. For a single record the view rule is asked.' },
      method: 'GET',
      path,
      samples: writeRuleSamples({
        ...{ subject, needs: access.needs, remarks },
        javascript: javaScript(name, record.id),
        dart: dartCode(name, record.id),
        curl: curl(subject, access.signIn !== undefined),
      }),
      tables: [
        {
          title: 'Body of the POST',
          parameters: [
            { name: 'clientId', type: 'String', isRequired: true, text: 'Id of the client, from the first event of its stream.' },
            {
              name: 'subscriptions',
              type: 'Array<String>',
              text: `What to listen to from now on, instead of what was sent before: \`${name}/*\` or \`${name}/${record.id}\`.`,
            },
          ],
        },
      ],
      event: { action: 'create', record },
      answers: [
        { status: 200, when: 'The stream, to GET.' },
        { status: 204, when: 'The client listens to it, to POST.' },
        failure(400, 'The body of the POST cannot be read.'),
        failure(404, 'There is no such client.', 'Missing or invalid client id.'),
      ],
    }
  },
}
