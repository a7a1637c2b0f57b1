import type { Issue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { DocsSubject, EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { createBody, exampleFile, sentFiles } from '../parts/bodyExample.ts'
import { bodyTables } from '../parts/bodyParameters.ts'
import { adminsOnly, blank, failure } from '../parts/failure.ts'
import { recordsPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { fileSamples } from '../samples/fileSamples.ts'
import { writeSamples } from '../samples/writeSamples.ts'
import { quoteDart, quoteJavaScript, writeDart, writeJavaScript } from '../samples/writeValue.ts'

/** What the server says to an empty body. */
const issuesOfNothing = ({ type, schema }: Collection): Record<string, Issue> => {
  const required = schema.find(field => field.required)
  if (type === 'auth') return { password: blank }
  return required ? { [required.name]: { code: 'validation_required', message: 'Missing required value.' } } : {}
}

const samplesFor = (subject: DocsSubject, signIn: ReturnType<typeof accessByRule>['signIn']) => {
  const { collection, origin } = subject
  const { name } = collection
  const body = createBody(subject)
  const files = sentFiles(subject)
  const { entries, dartArgument, dartImports } = fileSamples(files)
  const mail = collection.type === 'auth' && 'email' in body
  const [js, dart] = [quoteJavaScript, quoteDart].map(quote => `await pb.collection(${quote(name)})`)
  const verify = '// Asks for the mail that verifies the account.\n'
  return writeSamples({
    origin,
    signIn,
    javascript: [
      `const record = ${js}.create(${writeJavaScript({ ...body, ...entries })})`,
      ...(mail ? [`${verify}${js}.requestVerification(${quoteJavaScript(String(body.email))})`] : []),
    ].join('\n\n'),
    dartImports,
    dart: [
      `final record = ${dart}.create(\n  body: ${writeDart(body).replaceAll('\n', '\n  ')},\n${dartArgument});`,
      ...(mail ? [`${verify}${dart}.requestVerification(${quoteDart(String(body.email))});`] : []),
    ].join('\n\n'),
    curl: {
      method: 'POST',
      url: `${origin}${recordsPath(collection)}`,
      body,
      files: Object.fromEntries(files.map(field => [field.name, exampleFile(field)])),
    },
  })
}

export const createRecord: EndpointDocs = {
  id: 'create',
  label: 'Create',
  isFor: ({ type }) => type !== 'view',
  describe: subject => {
    const { collection, collections, record } = subject
    const { createRule, name } = collection
    const access = accessByRule(createRule, collection, collections)
    const holdsFiles = sentFiles(subject).length > 0
    return {
      summary: `Creates a record of \`${name}\` and answers it.`,
      notes: [
        `The body is JSON or a form (\`multipart/form-data\`).${holdsFiles ? ' Files are sent in a form; its part `@jsonPayload` may hold everything else as JSON.' : ''}`,
      ],
      access: createRule ? { ...access, note: 'The rule is asked of the new record. Admins may always.' } : access,
      method: 'POST',
      path: recordsPath(collection),
      samples: samplesFor(subject, access.signIn),
      tables: [...bodyTables(subject, 'create'), recordQuery(subject)],
      answers: [
        { status: 200, when: 'The record as it was stored.', body: record },
        failure(
          400,
          `A value is missing or wrong: \`data\` names the fields.${createRule ? ' Without fields: the rule does not hold.' : ''}`,
          createRule === null ? undefined : 'Failed to create record.',
          issuesOfNothing(collection),
        ),
        ...(createRule === null ? [adminsOnly] : []),
      ],
    }
  },
}
