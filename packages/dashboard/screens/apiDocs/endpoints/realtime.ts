import type { DocsSubject } from '../DocsSubject.ts'
import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { failure } from '../parts/failure.ts'
import { namedRecord, writeRuleSamples } from '../samples/ruleSamples.ts'
import { writeCurl } from '../samples/writeCurl.ts'
import { quoteDart, quoteJavaScript } from '../samples/writeValue.ts'

const path = '/api/realtime'

function javaScript(collection: string, id: string): string {
  const client = `await pb.collection(${quoteJavaScript(collection)})`
  const listen = (topic: string) =>
    `${client}.subscribe(${quoteJavaScript(topic)}, event => {\n  console.log(event.action, event.record)\n})`
  return [
    `// Changes of all records.\n${listen('*')}`,
    `// Changes of one record.\n${listen(id)}`,
    `// When they are no longer needed.\n${client}.unsubscribe(${quoteJavaScript(id)})\n${client}.unsubscribe('*')`,
  ].join('\n\n')
}

function dartCode(collection: string, id: string): string {
  const client = `await pb.collection(${quoteDart(collection)})`
  const listen = (topic: string) =>
    `${client}.subscribe(${quoteDart(topic)}, (event) {\n  print(event.action);\n  print(event.record);\n});`
  return [
    `// Changes of all records.\n${listen('*')}`,
    `// Changes of one record.\n${listen(id)}`,
    `// When they are no longer needed.\n${client}.unsubscribe(${quoteDart(id)});\n${client}.unsubscribe('*');`,
  ].join('\n\n')
}

function curl({ collection, origin }: DocsSubject, isSignedIn: boolean): string {
  const subscribe = writeCurl({
    method: 'POST',
    url: `${origin}${path}`,
    body: { clientId: 'CLIENT_ID', subscriptions: [`${collection.name}/*`] },
    isSignedIn,
  })
  return [
    `# Opens the stream. The first event has the id of the client.\ncurl -N '${origin}${path}'`,
    `# Subscribes. Run it in another terminal, with the id in place of CLIENT_ID.\n${subscribe}`,
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
      summary: `Streams every create, update and delete of \`${name}\` records as server-sent events.`,
      notes: [
        'Collection subscriptions follow the list rule; single-record subscriptions follow the view rule.',
        'A client opens the stream with GET and gets its id in the first event, `PB_CONNECT`. It then subscribes with POST to `collection/*` or `collection/RECORD_ID`.',
      ],
      access: { ...access, note: 'This is the list rule, for `*`. Subscriptions to a single record follow the view rule.' },
      method: 'GET',
      path,
      samples: writeRuleSamples({
        subject,
        needs: access.needs,
        remarks,
        javascript: javaScript(name, record.id),
        dart: dartCode(name, record.id),
        curl: curl(subject, access.signIn !== undefined),
      }),
      tables: [
        {
          title: 'Body of the POST',
          parameters: [
            { name: 'clientId', type: 'String', isRequired: true, text: 'Id of the client, from the first event of the stream.' },
            {
              name: 'subscriptions',
              type: 'Array<String>',
              text: `Topics such as \`${name}/*\` or \`${name}/${record.id}\`. They replace earlier subscriptions.`,
            },
          ],
        },
      ],
      event: { action: 'create', record },
      responses: [
        { status: 200, when: 'GET: the stream.' },
        { status: 204, when: 'POST: the subscriptions are set.' },
        failure(400, 'POST: the body is invalid.'),
        failure(404, 'POST: the client does not exist.', 'Missing or invalid client id.'),
      ],
    }
  },
}
