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
      summary: `Changes a record of \`${name}\` and answers it. What is not sent stays as it is.`,
      notes: [`The body is JSON or a form (\`multipart/form-data\`).${holdsFiles ? ' Files are sent in a form.' : ''}`],
      access: updateRule ? { ...access, note: 'The rule is asked of the record as it was before. Admins may always.' } : access,
      method: 'PATCH',
      path: `${recordsPath(collection)}/:id`,
      samples: writeRuleSamples({
        ...{ subject, needs, remarks: [...named.remarks, ...remarks], sent: [named.id, ...Object.values(body)] },
        javascript: `const record = ${js}, ${writeJavaScript(body)}${javaScriptOptions(options)})`,
        dart: `final record = await pb.collection(${quoteDart(name)}).update(${dart});`,
        curl: { method: 'PATCH', url: named.url, body, ...options },
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
