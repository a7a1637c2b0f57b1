import { abilitiesOf } from '@coffer/fields/abilities'
import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { updateBody } from '../parts/bodyExample.ts'
import { bodyTables } from '../parts/bodyParameters.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { writeSamples } from '../samples/writeSamples.ts'
import { quoteDart, quoteJavaScript, writeDart, writeJavaScript } from '../samples/writeValue.ts'

export const updateRecord: EndpointDocs = {
  id: 'update',
  label: 'Update',
  isFor: ({ type }) => type !== 'view',
  describe: subject => {
    const { collection, collections, origin, record } = subject
    const { name, updateRule } = collection
    const access = accessByRule(updateRule, collection, collections)
    const body = updateBody(subject)
    const holdsFiles = collection.schema.some(field => abilitiesOf(field).holdsFiles)
    const [js, dart] = [quoteJavaScript, quoteDart].map(
      quote => `await pb.collection(${quote(name)}).update(${quote(record.id)}, `,
    )
    return {
      summary: `Changes a record of \`${name}\` and answers it. What is not sent stays as it is.`,
      notes: [`The body is JSON or a form (\`multipart/form-data\`).${holdsFiles ? ' Files are sent in a form.' : ''}`],
      access: updateRule ? { ...access, note: 'The rule is asked of the record as it was before. Admins may always.' } : access,
      method: 'PATCH',
      path: `${recordsPath(collection)}/:id`,
      samples: writeSamples({
        origin,
        signIn: access.signIn,
        javascript: `const record = ${js}${writeJavaScript(body)})`,
        dart: `final record = ${dart}body: ${writeDart(body)});`,
        curl: { method: 'PATCH', url: `${origin}${recordsPath(collection)}/${encodeURIComponent(record.id)}`, body },
      }),
      tables: [pathTable(), ...bodyTables(subject, 'update'), recordQuery(subject)],
      answers: [
        { status: 200, when: 'The record as it is now.', body: record },
        failure(400, 'A value is missing or wrong: `data` names the fields.'),
        ...(updateRule === null ? [adminsOnly] : []),
        failure(404, 'There is no such record, or the rule does not let the requester change it.'),
      ],
    }
  },
}
