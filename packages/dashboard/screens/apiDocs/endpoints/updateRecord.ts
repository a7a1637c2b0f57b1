import { abilitiesOf } from '@coffer/fields/abilities'
import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { updateBody } from '../parts/bodyExample.ts'
import { bodyTables } from '../parts/bodyParameters.ts'
import { adminsOnly, failure } from '../parts/failure.ts'
import { pathTable, recordsPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import { dartArguments, javaScriptOptions, namedRecord, requestOptions, writeRuleSamples } from '../samples/ruleSamples.ts'
import { quoteDart, quoteJavaScript, writeDart, writeJavaScript } from '../samples/writeValue.ts'

export const updateRecord: EndpointDocs = {
  id: 'update',
  label: 'Update',
  isFor: ({ type }) => type !== 'view',
  describe: subject => {
    const { collection, record } = subject
    const { name, updateRule } = collection
    const access = accessByRule(updateRule, { ...subject, action: 'update' })
    const { needs } = access
    const { values: body, remarks } = updateBody(subject, needs)
    const options = requestOptions(needs)
    const named = namedRecord(subject, needs)
    const holdsFiles = collection.schema.some(field => abilitiesOf(field).holdsFiles)
    const js = `await pb.collection(${quoteJavaScript(name)}).update(${named.javascript}`
    const dartBody = `body: ${writeDart(body)}`
    const dart =
      Object.keys(options).length > 0
        ? `\n  ${named.dart},\n  ${dartBody.replaceAll('\n', '\n  ')},\n${dartArguments(options)}`
        : `${named.dart}, ${dartBody}`
    return {
      summary: `Changes a record of \`${name}\` and returns it. Fields that are not sent keep their values.`,
      notes: [`The body is JSON or a form (\`multipart/form-data\`).${holdsFiles ? ' To upload files, send a form.' : ''}`],
      access: updateRule
        ? { ...access, note: 'The rule is checked against the record before the change. Admins bypass it.' }
        : access,
      method: 'PATCH',
      path: `${recordsPath(collection)}/:id`,
      samples: writeRuleSamples({
        subject,
        needs,
        remarks: [...named.remarks, ...remarks],
        sent: [named.id, ...Object.values(body)],
        javascript: `const record = ${js}, ${writeJavaScript(body)}${javaScriptOptions(options)})`,
        dart: `final record = await pb.collection(${quoteDart(name)}).update(${dart});`,
        curl: { method: 'PATCH', url: named.url, body, ...options },
      }),
      tables: [pathTable(), ...bodyTables(subject, 'update'), recordQuery(subject)],
      responses: [
        { status: 200, when: 'The changed record.', body: record },
        failure(400, 'A value is missing or invalid: `data` names the fields.'),
        ...(updateRule === null ? [adminsOnly] : []),
        failure(404, 'The record does not exist, or the rule does not allow changing it.'),
      ],
    }
  },
}
